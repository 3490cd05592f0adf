import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "a2akit-make-folder-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("makes what is missing, and leaves what is there", async () => {
  const path = join(folder, "a/b/c");
  await Promise.all([makeFolder(path), makeFolder(path)]);
  await makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

test("a file in the way is an error", async () => {
  writeFileSync(join(folder, "file"), "");
  await expect(makeFolder(join(folder, "file/below"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

test.runIf(existsSync("/proc/self"))("a file system that takes no folders ends it with an error", async () => {
  await expect(makeFolder("/proc/nowhere/below")).rejects.toMatchObject({ code: "ENOENT" });
});
