import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import { forbiddenImports, layers } from "./layers.ts";
import { published, root, shippedSources } from "./workspace.ts";

it("every published package has a layer, and every layer a package", () => {
  expect(published.map(({ name }) => name)).toEqual(Object.keys(layers).sort());
});

describe.each(published)("$name", (pkg) => {
  it("imports only what lies below it", () => {
    const found = forbiddenImports(pkg.name, shippedSources(pkg));
    expect(found.map(({ file, specifier }) => `${relative(root, file)} imports ${specifier}`)).toEqual([]);
  });
});
