import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { requireFile, requireFolder, writeError } from "./output-place.ts";

const folder = mkdtempSync(join(tmpdir(), "a2akit-place-"));
afterAll(() => rmSync(folder, { recursive: true }));

const path = (name: string) => join(folder, name);
writeFileSync(path("file"), "");
mkdirSync(path("closed"));
chmodSync(path("closed"), 0o555);
writeFileSync(path("locked"), "");
chmodSync(path("locked"), 0o444);
/** Permissions do not bind everybody. */
const isBound = process.platform !== "win32" && process.getuid?.() !== 0;

function refusal(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("a folder", () => {
  test("that is there, or can be made", () => {
    for (const name of ["", "new", "new/below"]) requireFolder("--dir", path(name));
    expect(existsSync(path("new"))).toBe(false);
  });

  test.each([
    ["file", /^--dir: .*file is no folder$/],
    ["file/below/it", /^--dir: .*file is no folder$/],
    ["x".repeat(300), /^--dir: .* cannot be written: name too long/],
  ])("%s is refused", (name, message) => {
    expect(refusal(() => requireFolder("--dir", path(name)))).toMatchObject({
      code: "A2ACLI_ERR_USAGE",
      message: expect.stringMatching(message),
    });
  });

  test.runIf(isBound)("where others write is refused", () => {
    expect(() => requireFolder("--dir", path("closed/new"))).toThrow(
      /--dir: .*closed cannot be written: permission denied/,
    );
  });
});

describe("a file", () => {
  test("that is there, or can be", () => {
    for (const name of ["file", "new.xml"]) requireFile("--junit", path(name));
    requireFile("--junit", "/dev/null");
    expect(existsSync(path("new.xml"))).toBe(false);
  });

  test.each([
    ["", /^--junit: .* is a folder$/],
    ["none/x.xml", /^--junit: there is no folder .*none$/],
    ["file/x.xml", /^--junit: .*file is no folder$/],
  ])("%j is refused", (name, message) => {
    expect(refusal(() => requireFile("--junit", path(name)))).toMatchObject({
      code: "A2ACLI_ERR_USAGE",
      message: expect.stringMatching(message),
    });
  });

  test.runIf(isBound)("that others write is refused", () => {
    expect(() => requireFile("--junit", path("closed/x.xml"))).toThrow(
      /--junit: .*closed cannot be written: permission denied/,
    );
    expect(() => requireFile("--junit", path("locked"))).toThrow(
      /--junit: .*locked cannot be written: permission denied/,
    );
  });
});

test("a place that turns out to be none is the user's, a disk that is full is not", () => {
  const failure = (code: string) => Object.assign(new Error(`${code}: no`), { code });
  expect(writeError("--dir", "x", failure("ENOENT"))).toMatchObject({
    code: "A2ACLI_ERR_USAGE",
    message: "--dir: x cannot be written: no",
  });
  expect(writeError("--dir", "x", failure("ENOSPC"))).toMatchObject({
    code: "A2ACLI_ERR_INTERNAL",
    message: "x cannot be written: no",
  });
});
