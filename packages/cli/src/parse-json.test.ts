import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

test("JSON is parsed", () => {
  expect(parseJson('{"a": [1, "b"]}')).toEqual({ a: [1, "b"] });
});

test.each([
  ['{"a": b}', "unexpected token 'b' (line 1, column 7)"],
  ["x", "unexpected token 'x' (line 1, column 1)"],
  ["", "unexpected end of JSON input (line 1, column 1)"],
  ["[1, ", "unexpected end of JSON input (line 1, column 5)"],
  ["{", "expected property name or '}' (line 1, column 2)"],
  ['{"a": 1,}', "expected double-quoted property name (line 1, column 9)"],
  ['{\n  "a": 1\n  "b": 2\n}', "expected ',' or '}' after property value (line 3, column 3)"],
  ['{"a": "x\ny"}', "bad control character in string literal (line 1, column 9)"],
  ['{"a": tru}', "unexpected token '}' (line 1, column 10)"],
  [`{"long": "${"x".repeat(100)}", "a": tru, "b": "${"y".repeat(100)}"}`, "unexpected token ',' (line 1, column 122)"],
  ["[1] 2", "unexpected non-whitespace character after JSON (line 1, column 5)"],
  ["undefined", "unexpected token 'u' (line 1, column 1)"],
  ["NaN", "unexpected token 'N' (line 1, column 1)"],
])("%j: %s", (text, want) => {
  expect(() => parseJson(text)).toThrow(`is not JSON: ${want}`);
});

test("the column is that of the character that does not belong there", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, at) => {
      const index = at % (json.length + 1);
      // Nowhere outside of a string does JSON have it.
      const broken = `${json.slice(0, index)}\u0001${json.slice(index)}`;
      expect(() => parseJson(broken)).toThrow(`(line 1, column ${index + 1})`);
    }),
  );
});
