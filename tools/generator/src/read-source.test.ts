import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSpec } from "./read-spec.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2akit-sources-"));
});
afterAll(() => rm(folder, { recursive: true }));

const findingsOf = async (content: string | Uint8Array) => {
  const file = join(folder, "openapi.yaml");
  await writeFile(file, content);
  return (await readSpec(file)).findings;
};

test.skipIf(process.platform === "win32")("a device that never ends is read up to the limit only", async () => {
  expect((await readSpec("/dev/zero", { maxSpecBytes: 100 })).findings).toMatchObject([
    { rule: "input-too-large", message: "it goes on; the limit is 100 bytes" },
  ]);
});

test.skipIf(process.platform === "win32")("a pipe that nobody writes to is not waited for", async () => {
  execFileSync("mkfifo", [join(folder, "pipe")]);
  expect((await readSpec(join(folder, "pipe"))).findings).toMatchObject([
    { rule: "file-unreadable", message: "it is a named pipe: give a file" },
  ]);
});

test("a file that is no text is one finding", async () => {
  expect(await findingsOf(new Uint8Array([0x61, 0xff, 0x0a]))).toMatchObject([
    { rule: "syntax-error", message: "the file is not UTF-8" },
  ]);
});

test("an alias within its own anchor is one finding, one beside it is none", async () => {
  const start = "openapi: 3.1.0\ninfo: { title: a, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n";
  expect(await findingsOf(`${start}    A: &a { type: object, properties: { b: *a } }\n`)).toMatchObject([
    { rule: "syntax-error", message: "An alias leads to a value that it is a part of; say it with a $ref" },
  ]);
  expect(await findingsOf(`${start}    A: &a { type: string }\n    B: *a\n`)).toMatchObject([{ rule: "rpc-missing" }]);
});

test("what is no YAML at all is told in few and short lines, none of which steers a terminal", async () => {
  const findings = await findingsOf(`a: b\n]] \u001b[31m${"x ".repeat(9_000)}: : {\n`.repeat(200));
  expect(findings).toHaveLength(5);
  const lines = findings.flatMap(({ message }) => message.split("\n"));
  expect(lines.filter((line) => line.includes("\u001b"))).toEqual([]);
  expect(Math.max(...lines.map(({ length }) => length))).toBe(201);
});
