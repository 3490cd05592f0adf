import { expect, test } from "vitest";
import { DEFAULT_PORT, parseOptions } from "./options.ts";

test("defaults", () => {
  expect(parseOptions([])).toEqual({ port: DEFAULT_PORT, store: "memory", help: false });
});

test.each([
  { given: ["--port", "0"], want: { port: 0 } },
  { given: ["--port=65535"], want: { port: 65_535 } },
  { given: ["--store", "memory", "--help"], want: { store: "memory", help: true } },
])("reads $given", ({ given, want }) => {
  expect(parseOptions(given)).toMatchObject(want);
});

test.each([
  { given: ["--port", "65536"], want: '--port must be a number from 0 to 65535, not "65536"' },
  { given: ["--port", "http"], want: "--port must be a number" },
  { given: ["--port="], want: "--port must be a number" },
  { given: ["--store", "sqlite"], want: '--store must be one of memory, not "sqlite"' },
  { given: ["--prot", "1"], want: "--prot" },
  { given: ["agent"], want: "agent" },
])("refuses $given", ({ given, want }) => {
  expect(() => parseOptions(given)).toThrow(want);
});
