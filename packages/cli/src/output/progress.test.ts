import { expect, test } from "vitest";
import { createProgress } from "./progress.ts";

function shown(isTerminal: boolean): string {
  let written = "";
  const terminal = { stdin: false, stdout: false, stderr: isTerminal };
  const stderr = { write: (text: string) => (written += text) };
  const progress = createProgress({ stderr, terminal });
  progress.show("one");
  progress.show("x".repeat(200));
  progress.clear();
  progress.clear();
  return written;
}

test("a terminal sees one line that changes and goes", () => {
  const cut = `Waiting: ${"x".repeat(70)}`;
  expect(shown(true)).toBe(`Waiting: one\r\u001b[K${cut}\r\u001b[K`);
});

test("anything else sees nothing", () => {
  expect(shown(false)).toBe("");
});
