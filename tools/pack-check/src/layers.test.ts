import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import { forbiddenImports, isPortable, layers } from "./layers.ts";
import { webProblems } from "./web-platform.ts";
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

it("portable code compiles with the globals of the web alone", () => {
  const portable = published.flatMap(({ name, ...pkg }) =>
    [...shippedSources({ name, ...pkg })].filter(([path]) => isPortable(name, path)),
  );
  expect(portable.map(([path]) => path)).toEqual(expect.arrayContaining(["@a2akit/client", "@a2akit/server"]));
  expect(webProblems(portable.map(([, file]) => file))).toEqual([]);
}, 120_000);
