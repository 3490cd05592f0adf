import { expect, test } from "vitest";
import { block, formatSize, line, plain } from "./output.ts";

test("no control sequence of an agent reaches the terminal (OUT_005)", () => {
  expect(plain("\u001b[31mred\u001b[0m\u0007 a\r\nb\tc\u009b2J")).toBe("red a\nb\tc");
});

test("a value has one line, a block ends with a blank one", () => {
  expect(line("Label", "two\n  lines")).toBe("Label: two lines\n");
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
