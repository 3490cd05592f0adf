import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { withFiles } from "./testing/read-text.ts";
import { compare, type Difference, UnsafeTargetError, write } from "./write.ts";

const before = "old";
const changed: Difference = { path: "gen/changed.ts", kind: "changed", before, after: "new" };
const missing: Difference = { path: "gen/deep/er/missing.ts", kind: "missing", after: "new" };
const stray: Difference = { path: "gen/stray.ts", kind: "stray" };

/** A root with a folder `gen`, and beside the root a file that nobody may touch. */
async function withRoot(use: (root: string, outside: string) => Promise<void>): Promise<void> {
  const files = { "root/gen/changed.ts": before, "root/gen/stray.ts": before, "outside/system": before };
  await withFiles(files, async (folder) => {
    await use(join(folder, "root"), join(folder, "outside"));
    expect(await readdir(join(folder, "outside"))).toEqual(["system"]);
    expect(await readFile(join(folder, "outside/system"), "utf8")).toBe(before);
  });
}

/** All paths below the root; links are not followed. */
async function pathsBelow(root: string): Promise<string[]> {
  const items = await readdir(root, { recursive: true, withFileTypes: true });
  return items.map((item) => relative(root, join(item.parentPath, item.name))).sort();
}

async function expectUntouched(root: string, more: readonly string[] = []): Promise<void> {
  expect(await pathsBelow(root)).toEqual(["gen", "gen/changed.ts", "gen/stray.ts", ...more].sort());
  expect(await readFile(join(root, "gen/changed.ts"), "utf8")).toBe(before);
}

test("writes what is missing or changed, removes what is stray, and leaves nothing else", async () => {
  await withRoot(async (root) => {
    await write(root, [changed, missing, stray]);
    expect(await pathsBelow(root)).toEqual([
      "gen",
      "gen/changed.ts",
      "gen/deep",
      "gen/deep/er",
      "gen/deep/er/missing.ts",
    ]);
    expect(await readFile(join(root, "gen/changed.ts"), "utf8")).toBe("new");
  });
});

test("a folder in the place of a file stops everything", async () => {
  await withRoot(async (root) => {
    await mkdir(join(root, "gen/errors.ts"));
    const target: Difference = { path: "gen/errors.ts", kind: "missing", after: "new" };
    await expect(write(root, [changed, missing, target, stray])).rejects.toThrow(/errors\.ts is a folder/);
    await expectUntouched(root, ["gen/errors.ts"]);
  });
});

test("a symbolic link is not followed, be it the file or a folder above it", async () => {
  await withRoot(async (root, outside) => {
    await symlink(join(outside, "system"), join(root, "gen/link.ts"));
    await symlink(outside, join(root, "gen/elsewhere"));
    await symlink(join(outside, "gone"), join(root, "gen/nowhere"));
    const links = ["gen/elsewhere", "gen/link.ts", "gen/nowhere"];
    for (const [path, message] of [
      ["gen/link.ts", /link\.ts is a symbolic link/],
      ["gen/elsewhere/system", /would be outside of/],
      ["gen/elsewhere/new/file.ts", /would be outside of/],
      ["gen/nowhere/file.ts", /nowhere leads nowhere/],
      ["../outside/system", /would be outside of/],
    ] as const) {
      await expect(write(root, [changed, { path, kind: "changed", before, after: "new" }])).rejects.toThrow(message);
    }
    await expect(write(root, [{ path: "gen/elsewhere/system", kind: "stray" }])).rejects.toThrow(UnsafeTargetError);
    await expectUntouched(root, links);
  });
});

test("a stray link is removed, not what it leads to", async () => {
  await withRoot(async (root, outside) => {
    await symlink(join(outside, "system"), join(root, "gen/link.ts"));
    await write(root, [{ path: "gen/link.ts", kind: "stray" }]);
    await expectUntouched(root);
  });
});

test("a file where a folder should be stops everything", async () => {
  await withRoot(async (root) => {
    const target: Difference = { path: "gen/changed.ts/file.ts", kind: "missing", after: "new" };
    await expect(write(root, [changed, target])).rejects.toThrow(/changed\.ts is no folder/);
    await expectUntouched(root);
  });
});

test.each([
  [
    "while the new text is put aside",
    [changed, missing, { path: `gen/${"x".repeat(250)}`, kind: "missing", after: "" }],
  ],
  [
    "while it is put in place",
    [changed, missing, { path: "gen/a", kind: "missing", after: "" }, { path: "gen/a/b", kind: "missing", after: "" }],
  ],
  ["while strays are removed", [changed, missing, stray, stray]],
] satisfies [string, Difference[]][])("a failure %s leaves the disk as it was", async (_name, differences) => {
  await withRoot(async (root) => {
    await expect(write(root, differences)).rejects.toThrow(/ENAMETOOLONG|EISDIR|ENOTEMPTY|ENOENT/);
    await expectUntouched(root);
  });
});

test("a root with a slash at its end or a dot in it is the same root", async () => {
  await withRoot(async (root) => {
    await writeFile(join(root, "gen/other.ts"), "");
    const generated = { files: new Map([["gen/changed.ts", before]]), folders: ["gen"] };
    const want = [{ path: "gen/other.ts", kind: "stray" }, stray];
    for (const same of [root, `${root}/`, `${root}/./gen/..`]) expect(await compare(same, generated)).toEqual(want);
    await write(`${root}/`, [{ path: "gen/other.ts", kind: "stray" }]);
    await expectUntouched(root);
  });
});
