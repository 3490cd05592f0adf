import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

test.each([
  // RFC 8785 §3.2.2: literals, numbers, strings
  [
    {
      numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    },
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ],
  // RFC 8785 §3.2.3: UTF-16 code units, so that an emoji comes before U+FB33
  [
    { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 },
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  ],
  [{ b: [{ d: 1, c: {} }], a: "" }, '{"a":"","b":[{"c":{},"d":1}]}'],
  [{ 10: 1, 9: 2, a: undefined }, '{"10":1,"9":2}'],
  [-0, "0"],
  [5e-324, "5e-324"],
  [1e21, "1e+21"],
  [[], "[]"],
])("%j is %s", (value, want) => {
  expect(canonicalJson(value)).toBe(want);
});

test("what parses as the same JSON has one text, whatever the order of its members", () => {
  const reverse = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reverse);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, reverse(member)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(reverse(value))).toBe(text);
    }),
  );
});

test.each([
  [{ a: [Number.NaN] }, "a.0 is not JSON (RFC 8785)"],
  [{ a: 1n }, "a is not JSON (RFC 8785)"],
  [undefined, "The value is not JSON (RFC 8785)"],
  [[undefined], "0 is not JSON (RFC 8785)"],
  [{ a: { b: "\ud83d" } }, "a.b has half a character (a lone surrogate) (RFC 8785)"],
  [{ a: { "\ude00": 1 } }, "a has half a character (a lone surrogate) (RFC 8785)"],
])("refuses %o", (value, message) => {
  expect(() => canonicalJson(value)).toThrow(new TypeError(message));
});

test("nesting has a limit", () => {
  const nested = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}1${"]".repeat(levels)}`);
  expect(canonicalJson(nested(100))).toHaveLength(201);
  expect(() => canonicalJson(nested(101))).toThrow("0.0.0 nests deeper than 100 levels");
  expect(() => canonicalJson(nested(50_000))).toThrow(TypeError);
});
