import { basename, join, resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nameByType, numbered, safeFileName } from "./file-name.ts";

test.each([
  ["report.pdf", "report.pdf"],
  ["../../etc/passwd", "passwd"],
  ["/etc/cron.d/job", "job"],
  ["..\\..\\windows\\system.ini", "system.ini"],
  ["..", "fallback"],
  ["a/..", "fallback"],
  ["a/b/", "fallback"],
  ["", "fallback"],
  [undefined, "fallback"],
  [".bashrc", "_bashrc"],
  ["...hidden", "_hidden"],
  ["a\u0000b\nc", "a_b_c"],
  ["\u202Egnp.exe", "_gnp.exe"],
  ["C:evil.txt", "C_evil.txt"],
  ["con", "_con"],
  ["LPT1.txt", "_LPT1.txt"],
  ["name. . .", "name"],
  ["Überblick (1).md", "Überblick (1).md"],
])("%j becomes %j", (wanted, want) => {
  expect(safeFileName(wanted, "fallback")).toBe(want);
});

test("whatever an agent says, the file is in the folder", () => {
  const folder = resolve("/somewhere/deep");
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(".", "/", "\\", "a", "\0") })),
      (wanted) => {
        const name = safeFileName(wanted, wanted);
        expect(basename(join(folder, name))).toBe(name);
        expect(resolve(folder, name)).toBe(join(folder, name));
        expect(join(folder, name, "..")).toBe(folder);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
        expect(name).not.toMatch(/^\.|\p{Cc}/u);
      },
    ),
  );
});

test("a long name keeps its extension", () => {
  expect(safeFileName(`${"ü".repeat(300)}.tar`, "x")).toMatch(/^ü{98}\.tar$/);
});

test("names for parts without one", () => {
  expect(nameByType("a", "text/csv; charset=utf-8", ".bin")).toBe("a.csv");
  expect(nameByType("a", "application/x-unknown", ".bin")).toBe("a.bin");
  expect(nameByType("a", undefined, ".txt")).toBe("a.txt");
  expect(numbered("a.txt", 2)).toBe("a-2.txt");
  expect(numbered("a", 3)).toBe("a-3");
});
