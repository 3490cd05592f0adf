import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isTooOld, requiredNode } from "./required-node.ts";

test.each([
  ["20.19.0", true],
  ["22.9.1", true],
  ["22.12.99", true],
  [requiredNode, false],
  ["22.13.1", false],
  ["24.0.0", false],
  ["100.0.0", false],
])("%s is too old: %s", (version, want) => {
  expect(isTooOld(version)).toBe(want);
});

test("an older Node is told which one is needed", () => {
  const older = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.19.0"})`;
  const bin = fileURLToPath(new URL("bin.ts", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", older, bin, "help"], {
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(`a2a needs Node ${requiredNode} or newer; this is Node 20.19.0\n`);
});
