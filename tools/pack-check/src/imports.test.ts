import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importsOf, outwardImports, packageOf } from "./imports.ts";

const folder = mkdtempSync(join(tmpdir(), "a2akit-imports-"));
const file = (name: string) => join(folder, name);
const files = {
  "entry.ts": `import a from "a"; import type { B } from "@b/b/sub"; export * from "./next.ts"; const c = await import("c");`,
  "next.ts": `export { d } from "d"; export type E = import("e").E; import "./entry.ts"; // import "not-this"`,
  "built.d.ts": `/// <reference types="node" />\nimport { F } from "./chunk.js"; export { F };`,
  "chunk.d.ts": `export { F } from "f";`,
  "writer.js": `const a = \`\${b ? "/" : "\`"} import { g } from "g"; \${\`import("\${h}")\`}\`; await import("i");`,
};
beforeAll(() => {
  for (const [name, text] of Object.entries(files)) writeFileSync(file(name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const specifiers = (found: readonly { specifier: string }[]) => found.map(({ specifier }) => specifier).sort();

describe("imports", () => {
  it("are found in every form, types included", () => {
    expect(specifiers(importsOf(file("entry.ts")))).toEqual(["./next.ts", "@b/b/sub", "a", "c"]);
    expect(specifiers(importsOf(file("next.ts")))).toEqual(["./entry.ts", "d", "e"]);
  });

  it("are followed inside a package, round in circles, too", () => {
    expect(specifiers(outwardImports([file("entry.ts")]))).toEqual(["@b/b/sub", "a", "c", "d", "e"]);
  });

  it("in text that is only written are none", () => {
    expect(specifiers(importsOf(file("writer.js")))).toEqual(["i"]);
  });

  it("of declarations lead to declarations, and types of Node count", () => {
    expect(specifiers(outwardImports([file("built.d.ts")]))).toEqual(["f", "node"]);
  });

  it.each([
    ["@b/b/sub", "@b/b"],
    ["zod/v4/core", "zod"],
    ["node:fs/promises", "node:"],
    ["fs/promises", "node:"],
    ["node", "node:"],
  ])("of %s belong to %s", (specifier, name) => expect(packageOf(specifier)).toBe(name));
});
