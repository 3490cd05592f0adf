import { expect, it } from "vitest";
import { exportedNames, renderSurface } from "./exported-names.ts";
import { importPath, published, sourceEntries } from "./workspace.ts";

// After a change that is meant: `vitest run tools/pack-check/src/surface.test.ts -u`, and a changeset.
it("the packages export the names that surface.txt lists", async () => {
  const modules = new Map(published.flatMap((pkg) => [...sourceEntries(pkg)]));
  await expect(renderSurface(exportedNames(modules))).toMatchFileSnapshot("surface.txt");
});

it.each(published)("$name: npm gets the same import paths as the workspace", ({ name, manifest }) => {
  const keys = (exports = {}) => Object.keys(exports).map((key) => importPath(name, key));
  expect(keys(manifest.publishConfig?.exports ?? manifest.exports)).toEqual(keys(manifest.exports));
});
