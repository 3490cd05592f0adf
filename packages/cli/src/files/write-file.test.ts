import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { writeFileSafely } from "./write-file.ts";

vi.mock("node:fs/promises", { spy: true });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "a2akit-write-"));
});
afterEach(() => {
  vi.resetAllMocks();
  rmSync(folder, { recursive: true });
});

const write = (text: string, force = false) =>
  writeFileSafely(join(folder, "file"), [Buffer.from(text), Buffer.from("!")], { force });
const files = () =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

function refuse(code: string): Promise<never> {
  return Promise.reject(Object.assign(new Error(`${code}: no`), { code }));
}

describe.each([undefined, "EPERM", "EOPNOTSUPP", "ENOSYS"])("a file system whose links fail with %s", (code) => {
  beforeEach(() => {
    if (code) vi.mocked(fs.link).mockImplementation(() => refuse(code));
  });

  test("takes a file", async () => {
    expect(await write("one")).toBe(4);
    expect(files()).toEqual({ file: "one!" });
  });

  test("keeps what is there, unless forced", async () => {
    writeFileSync(join(folder, "file"), "old");
    await expect(write("new")).rejects.toMatchObject({ code: "EEXIST" });
    expect(files()).toEqual({ file: "old" });
    await write("new", true);
    expect(files()).toEqual({ file: "new!" });
  });

  test("gives a name to one of two alone", async () => {
    const outcomes = await Promise.allSettled([write("one"), write("two")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(readdirSync(folder)).toEqual(["file"]);
    expect(files().file).toMatch(/^(one|two)!$/);
  });

  test("is left as it was when the content breaks off", async () => {
    async function* broken() {
      yield Buffer.from("half");
      throw new Error("broke off");
    }
    await expect(writeFileSafely(join(folder, "file"), broken(), { force: false })).rejects.toThrow("broke off");
    expect(files()).toEqual({});
  });
});

test("nothing stays behind when the name cannot be taken in the end", async () => {
  vi.mocked(fs.link).mockImplementation(() => refuse("EPERM"));
  vi.mocked(fs.rename).mockImplementation(() => refuse("EIO"));
  await expect(write("one")).rejects.toMatchObject({ code: "EIO" });
  expect(files()).toEqual({});
});
