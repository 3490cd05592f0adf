import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "./command-line/parse.ts";
import { tokenize } from "./command-line/tokenize.ts";
import { MAX_FILE_BYTES, readParts } from "./read-parts.ts";
import { testIo } from "./run-cli.test-helper.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2a-parts-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function* endless() {
  for (;;) yield new Uint8Array(1_048_576);
}

const readFrom = (...argv: string[]) => {
  const { signal } = new AbortController();
  const io = testIo({ stdin: endless, cwd: folder });
  return readParts({
    invocation: parse(tokenize(["send", "-a", "x", ...argv]), {}),
    io,
    signal,
    layers: [],
    secrets: new Set(),
    rateLimit: {},
  });
};

test("a file beyond the limit is refused before it is read", async () => {
  const file = await open(join(folder, "large.bin"), "w");
  await file.truncate(MAX_FILE_BYTES + 1);
  await file.close();
  await expect(readFrom("--file", "large.bin")).rejects.toThrow(`large.bin is larger than ${MAX_FILE_BYTES} bytes`);
});

test.skipIf(process.platform === "win32")("a device that never ends is read up to the limit only", async () => {
  await expect(readFrom("--file", "/dev/zero")).rejects.toThrow(`/dev/zero is larger than ${MAX_FILE_BYTES} bytes`);
});

test("standard input is read up to the limit only", async () => {
  await expect(readFrom("--data", "-")).rejects.toThrow(`Standard input is larger than ${MAX_FILE_BYTES} bytes`);
});

test("a file without a known extension has no media type: the agent decides", async () => {
  await (await open(join(folder, "thing.xyz"), "w")).close();
  expect(await readFrom("--file", "thing.xyz")).toEqual([{ raw: "", filename: "thing.xyz" }]);
});
