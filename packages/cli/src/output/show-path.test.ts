import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { showPaths } from "./show-path.ts";

const cwd = resolve("/some/folder");
const show = showPaths(cwd, "../specs/openapi.yaml", "/", undefined);

test.each([
  ["what was typed", join(cwd, "../specs/openapi.yaml"), "../specs/openapi.yaml"],
  ["what was typed, in full", resolve("/"), "/"],
  ["below the working folder", join(cwd, "a/overlay.yaml"), join("a", "overlay.yaml")],
  ["a name with two dots in front", join(cwd, "..a/b"), join("..a", "b")],
  ["the working folder itself", cwd, cwd],
  ["elsewhere", resolve("/other/file"), resolve("/other/file")],
])("%s", (_what, path, shown) => {
  expect(show(path)).toBe(shown);
});
