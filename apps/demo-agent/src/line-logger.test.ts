import { expect, test } from "vitest";
import { createLineLogger } from "./line-logger.ts";

test("writes one line of JSON per call, and nothing for debug", () => {
  const lines: string[] = [];
  const logger = createLineLogger((line) => lines.push(line));
  logger.debug({ a: 1 }, "hidden");
  logger.info({ method: "GetTask", taskId: undefined }, "two\nlines");
  logger.error({ err: new Error("why") }, "error");
  expect(lines.map((line) => [line.endsWith("\n"), JSON.parse(line)])).toEqual([
    [true, { time: expect.any(String), level: "info", msg: "two\nlines", method: "GetTask" }],
    [true, { time: expect.any(String), level: "error", msg: "error", err: "why" }],
  ]);
});
