import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_PORT, parseOptions } from "./options.ts";

test("without arguments it is the default port, a SQLite file in .data and no log", () => {
  const file = join(import.meta.dirname, "..", ".data", "tasks.db");
  expect(parseOptions([])).toEqual({ port: DEFAULT_PORT, store: { kind: "sqlite", file }, log: false, help: false });
});

test.each([
  { given: ["--port", "0"], want: { port: 0 } },
  { given: ["--port=65535"], want: { port: 65_535 } },
  { given: ["--store", "memory", "--help"], want: { store: { kind: "memory" }, help: true } },
  { given: ["--log"], want: { log: true } },
  { given: ["--store", "sqlite:C:\\a.db"], want: { store: { kind: "sqlite", file: "C:\\a.db" } } },
])("reads $given", ({ given, want }) => {
  expect(parseOptions(given)).toMatchObject(want);
});

test.each([
  { given: ["--port", "65536"], want: '--port must be a number from 0 to 65535, not "65536"' },
  { given: ["--port", "http"], want: "--port must be a number" },
  { given: ["--port="], want: "--port must be a number" },
  { given: ["--store", "sqlite:"], want: '--store must be memory or sqlite:FILE, not "sqlite:"' },
  { given: ["--store", "disk"], want: '--store must be memory or sqlite:FILE, not "disk"' },
  { given: ["--prot", "1"], want: "--prot" },
  { given: ["agent"], want: "agent" },
])("refuses $given", ({ given, want }) => {
  expect(() => parseOptions(given)).toThrow(want);
});
