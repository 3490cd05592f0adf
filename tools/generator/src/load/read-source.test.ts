import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSpec } from "../read-spec.ts";

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

const start = "openapi: 3.1.0\ninfo: { title: a, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n";

test.each([
  ["where it is", "    A: &a { type: object, properties: { b: *a } }\n", [{ line: 6, column: 44 }]],
  [
    "behind others",
    "    A: &a { type: string }\n    B: *a\n    C: &c\n      type: object\n      items: { allOf: [*a, *c] }\n",
    [{ line: 10, column: 28 }],
  ],
  ["merged", "    A: &a\n      type: object\n      properties:\n        <<: *a\n", [{ line: 9, column: 13 }]],
])("an alias within its own anchor is one finding, %s", async (_where, text, places) => {
  const message = expect.stringMatching(/^\*[ac] leads to a value that it is a part of; say it with a \$ref$/);
  expect(await findingsOf(`${start}${text}`)).toMatchObject(
    places.map((place) => ({ rule: "syntax-error", message, ...place })),
  );
});

const nine = (name: string) => Array.from({ length: 9 }, (_, i) => `p${i}: *${name}`).join(", ");
const bomb = Array.from({ length: 9 }, (_, i) => `    A${i + 1}: &a${i + 1} { ${nine(`a${i}`)} }\n`).join("");

test.each([
  [
    "infinity",
    `${start}    A: { enum: [.inf] }\n`,
    "/components/schemas/A/enum/0: Infinity is no value of JSON",
    6,
    17,
  ],
  ["no number", `${start}    A: { default: .nan }\n`, "/components/schemas/A/default: NaN is no value of JSON", 6, 10],
  ["bytes", `${start}    A: { x: !!binary aGk= }\n`, "/components/schemas/A/x: Buffer is no value of JSON", 6, 10],
  ["a set", `${start}    A: !!set { a, b }\n`, "/components/schemas/A: Set is no value of JSON", 6, 5],
  [
    "a number that is too large for any",
    '{\n"openapi": "3.1.0",\n"x-large": 1e400\n}',
    "/x-large: Infinity is no value of JSON",
    3,
    1,
  ],
  [
    "objects in objects",
    `{"openapi":"3.1.0","x-deep":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`,
    "/x-deep/a/a/a/a/a: below it, more than 1000 levels deep",
    1,
    50,
  ],
  [
    "lists in lists",
    `x: ${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    "nested too deeply to be read",
    1,
    expect.any(Number),
  ],
  [
    "aliases of aliases",
    `${start}    A0: &a0 { type: string }\n${bomb}`,
    "aliases (*name) that stand for more than 1000 values; say what repeats by a $ref",
    15,
    expect.any(Number),
  ],
])("what JSON cannot say is one finding with its place: %s", async (_name, text, message, line, column) => {
  expect((await findingsOf(text))[0]).toMatchObject({ rule: "syntax-error", message, line, column });
});

test("what is merged by << is there", async () => {
  const file = join(folder, "openapi.yaml");
  await writeFile(
    file,
    `${start}    A: &a { type: object, properties: { x: { type: string } } }\n    B: { <<: *a, required: [x] }\n`,
  );
  const { model, findings } = await readSpec(file, { lenient: true });
  expect(findings.map(({ rule }) => rule)).toEqual(["dialect-left-out"]);
  expect(model?.components.get("B")).toEqual({
    type: "object",
    properties: { x: { type: "string" } },
    required: ["x"],
  });
});

test("an alias beside its anchor is none, and neither is one of an anchor that was set again", async () => {
  for (const text of [
    "    A: &a { type: string }\n    B: *a\n",
    "    A: &a { type: object, properties: { b: &a { type: string }, c: *a } }\n",
  ])
    expect(await findingsOf(`${start}${text}`)).toMatchObject([{ rule: "rpc-missing" }]);
});

test("what is no YAML at all is told in few and short lines, none of which steers a terminal", async () => {
  const findings = await findingsOf(`a: b\n]] \u001b[31m${"x ".repeat(9_000)}: : {\n`.repeat(200));
  expect(findings).toHaveLength(5);
  const lines = findings.flatMap(({ message }) => message.split("\n"));
  expect(lines.filter((line) => line.includes("\u001b"))).toEqual([]);
  expect(Math.max(...lines.map(({ length }) => length))).toBe(201);
});
