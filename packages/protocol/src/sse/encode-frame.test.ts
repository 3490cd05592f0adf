import { expect, test } from "vitest";
import { encodeComment, encodeFrame } from "./encode-frame.ts";

test.each([
  { frame: { data: '{"a":1}' }, want: 'data: {"a":1}\n\n' },
  { frame: { data: "x", id: 0 }, want: "id: 0\ndata: x\n\n" },
  { frame: { data: "x", id: "7", event: "e" }, want: "id: 7\nevent: e\ndata: x\n\n" },
  { frame: { data: "" }, want: "data: \n\n" },
  { frame: { data: "a\nb\r\nc\rd\n" }, want: "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n" },
])("$frame", ({ frame, want }) => {
  expect(encodeFrame(frame)).toBe(want);
});

test.each([{ id: "a\nb" }, { id: "a\0" }, { id: "\r" }, { event: "a\ndata: b" }])("%j is refused", (bad) => {
  expect(() => encodeFrame({ data: "x", ...bad })).toThrow(RangeError);
});

test("a comment stays one comment", () => {
  expect(encodeComment()).toBe(":\n\n");
  expect(encodeComment("still here\ndata: x")).toBe(": still here data: x\n\n");
});
