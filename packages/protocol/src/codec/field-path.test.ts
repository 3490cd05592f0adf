import { expect, test } from "vitest";
import { formatPath } from "./field-path.ts";

const camel = { message: { parts: [{ mediaType: 1 }] } };
const snake = { message: { parts: [{ media_type: 1 }] } };

test.each([
  { path: [], options: {}, want: "" },
  { path: ["message", "parts", 0, "text"], options: {}, want: "message.parts[0].text" },
  { path: ["message", "parts", 0, "mediaType"], options: { value: camel }, want: "message.parts[0].mediaType" },
  { path: ["message", "parts", 0, "mediaType"], options: { value: snake }, want: "message.parts[0].media_type" },
  {
    path: ["message", "parts", 0, "mediaType"],
    options: { value: camel, spelling: "snake_case" },
    want: "message.parts[0].mediaType",
  },
  { path: ["message", "messageId"], options: { value: snake }, want: "message.messageId" },
  { path: ["message", "messageId"], options: { value: snake, spelling: "snake_case" }, want: "message.message_id" },
  {
    path: ["configuration", "historyLength"],
    options: { spelling: "snake_case" },
    want: "configuration.history_length",
  },
  {
    path: ["schemes", "My_Scheme", "list", 3],
    options: { value: { schemes: { My_Scheme: {} } }, spelling: "snake_case" },
    want: "schemes.My_Scheme.list[3]",
  },
  { path: ["message", "parts", "length"], options: { value: "text" }, want: "message.parts.length" },
] as const)("$path with $options is $want", ({ path, options, want }) => {
  expect(formatPath(path, options)).toBe(want);
});
