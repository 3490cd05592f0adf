import { enums } from "@a2akit/protocol/codec";
import { expect, test } from "vitest";
import { parseCount, parseHeader, parseHeaderValue, parseState, parseUri } from "./option-values.ts";

test.each(enums.TaskState.filter((state) => state !== "TASK_STATE_UNSPECIFIED"))("%s has a short form", (state) => {
  const short = state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", "-");
  expect(parseState(short)).toBe(state);
  expect(parseState(state)).toBe(state);
});

test.each(["", "done", "unspecified", "TASK_STATE_"])("%j is no state", (text) => {
  expect(() => parseState(text)).toThrow(/is none of submitted, working, completed/);
});

test("a count has a least, and may have a most", () => {
  expect([parseCount(0)("0"), parseCount(1, 100)("100")]).toEqual([0, 100]);
  expect(() => parseCount(1, 100)("101")).toThrow('"101" is not a whole number from 1 to 100');
});

test("a header value is what HTTP can carry, and is never quoted", () => {
  expect(parseHeaderValue(" t0ken\r\n")).toBe("t0ken");
  for (const text of ["a\nb", "a\rb", "a\0", "a\u007f", "\u2026"])
    expect(() => parseHeaderValue(`secret${text}secret`)).toThrow(/^it has a character that no HTTP header can hold$/);
});

test.each(["Content-Length: 5", "connection:close", "host:x", "Transfer-Encoding:chunked"])(
  "%s is not set by hand",
  (text) => {
    expect(() => parseHeader(text)).toThrow(/^[a-z-]+ is not for you to set: it follows from the request$/);
  },
);

test("a URI can be one of a list in a header", () => {
  expect(parseUri("https://ext.example/v1?a=b")).toBe("https://ext.example/v1?a=b");
  for (const text of ["a b", "a,b", "a\nb", "ä", ""]) expect(() => parseUri(text)).toThrow(/ is not a URI$/);
});
