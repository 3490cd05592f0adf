import { expect, test } from "vitest";
import { block, document, formatSize, jsonLine, line, plain } from "./output.ts";

test("no control sequence of an agent reaches the terminal (OUT_005)", () => {
  expect(plain("\u001b[31mred\u001b[0m\u0007 a\r\nb\tc\u009b2J")).toBe("red a\nb\tc");
});

test("nor does one in JSON, whose value stays what it is", () => {
  const value = { text: "\u001b[31m \u009b2J \u007f \u202eevil\u202c \u2066x\u2069 häß 🚆" };
  for (const json of [document(value), jsonLine(value)]) {
    expect(json).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
    expect(json).toContain("häß 🚆");
    expect(JSON.parse(json)).toEqual(value);
  }
});

test("a line shows its characters in their order; a text may have its own", () => {
  expect(line("Resume", "a2a send \u202e'x'\u2069")).toBe("Resume: a2a send 'x'\n");
  expect(plain("\u2067שלום\u2069")).toBe("\u2067שלום\u2069");
});

test("a value has one line, a block ends with a blank one", () => {
  expect(line("Label", "two\n  lines\n")).toBe("Label: two lines\n");
  expect(line("Label", undefined)).toBe("");
  expect(line("Label", 0)).toBe("Label: 0\n");
  expect(block("Text", "a\nb\n\n")).toBe("Text:\na\nb\n\n");
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_500, "1.5 kB"],
  [2_000_000, "2.0 MB"],
])("%d bytes are %s", (bytes, want) => {
  expect(formatSize(bytes)).toBe(want);
});
