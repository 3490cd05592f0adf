import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "a2akit-make-folder-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("makes what is missing, and leaves what is there", () => {
  const path = join(folder, "a/b/c");
  makeFolder(path, 0o700);
  makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
  if (process.platform !== "win32") expect(statSync(join(folder, "a")).mode & 0o777).toBe(0o700);
});

test("a file in the way is an error", () => {
  writeFileSync(join(folder, "file"), "");
  expect(() => makeFolder(join(folder, "file/below"))).toThrow("ENOTDIR");
});

test.runIf(existsSync("/proc/self"))("a file system that takes no folders ends it with an error", () => {
  expect(() => makeFolder("/proc/nowhere/below")).toThrow("ENOENT");
});
