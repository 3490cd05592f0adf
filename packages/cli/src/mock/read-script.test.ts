import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { MAX_SCRIPT_BYTES, readScript } from "./read-script.ts";
import { MAX_SCRIPT_ITEMS } from "./script-schema.ts";

const folder = mkdtempSync(join(tmpdir(), "a2a-script-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(text: string): string {
  const path = join(folder, "script.yaml");
  writeFileSync(path, text);
  return path;
}

test("YAML and JSON are read", async () => {
  const yaml = await readScript(file("replies:\n  - when: { text: hi }\n    message: Hello\nfaults: [delay=1ms]\n"));
  expect(yaml.replies[0]).toMatchObject({
    when: { text: "hi" },
    answer: { kind: "message", parts: [{ text: "Hello" }] },
  });
  expect(yaml.faults).toHaveLength(1);
  expect((await readScript(file('{"replies":[{"error":"TaskNotFound"}]}'))).replies[0]?.answer).toMatchObject({
    error: { code: -32001 },
  });
  expect(await readScript(file(""))).toEqual({ replies: [], faults: [] });
});

test.each([
  ["replies:\n  - message: [", "script.yaml is not YAML: Flow sequence in block collection"],
  ["reply: []", 'the script: Unrecognized key: "reply"'],
  ["replies: 1", "replies: Invalid input: expected array"],
  ["replies:\n  - when: { text: a }", "replies[0]: must have one of message, events, error, result, or faults alone"],
  ["replies:\n  - message: a\n    error: Internal", "replies[0]: must have one of"],
  ["replies:\n  - message: [{ texts: a }]", "replies[0].message[0]"],
  ["replies:\n  - events: [{ workin: a }]", 'replies[0].events[0]: Unrecognized key: "workin"'],
  [
    "replies:\n  - events: [{ working: a, completed: b }]",
    "replies[0].events[0]: must have exactly one of wait, working",
  ],
  ["replies:\n  - events: [{ wait: 5 }]", "replies[0].events[0].wait"],
  ["replies:\n  - events: [{ wait: 5 minutes }]", '"5 minutes" is not a duration'],
  ["replies:\n  - events: [{ artifact: { nam: x, parts: y } }]", "replies[0].events[0].artifact"],
  [
    "replies:\n  - error: TaskNotFond",
    'replies[0].error: "TaskNotFond" is no error of A2A; did you mean TaskNotFound?',
  ],
  ["replies:\n  - when: { regex: '(' }\n    message: a", "replies[0].when.regex: Invalid regular expression"],
  ["replies:\n  - when: { method: GetTsk }\n    error: Internal", "replies[0].when.method: Invalid option"],
  ["replies:\n  - when: { method: GetTask }\n    message: a", "replies[0]: GetTask is answered with error or result"],
  ["replies:\n  - times: 0\n    message: a", "replies[0].times"],
  ["faults: [dely=1s]", 'faults[0]: "dely=1s" is no fault; did you mean delay?'],
])("%s", async (text, why) => {
  await expect(readScript(file(text))).rejects.toThrow(why);
});

test("what is too large, too long or not there is refused", async () => {
  await expect(readScript(file(" ".repeat(MAX_SCRIPT_BYTES + 1)))).rejects.toThrow(
    `larger than ${MAX_SCRIPT_BYTES} bytes`,
  );
  const replies = Array.from({ length: MAX_SCRIPT_ITEMS + 1 }, () => ({ message: "x" }));
  await expect(readScript(file(JSON.stringify({ replies })))).rejects.toThrow("replies: Too big");
  await expect(readScript(join(folder, "none.yaml"))).rejects.toThrow(
    /^--script: .*none.yaml cannot be read: no such file/,
  );
});
