import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { split } from "../pointer.ts";
import { createJsonLocator, parseJson } from "./json-text.ts";
import { parseSource } from "./source.ts";

test.each([
  ['{"a": 1}', { a: 1 }],
  ['  [{"a": {"b": [1, "x: y", null]}}, "\\"c\\":"]\n', [{ a: { b: [1, "x: y", null] } }, '"c":']],
  ['{"__proto__": 1}', JSON.parse('{"__proto__": 1}')],
])("%s is JSON", (text, value) => {
  expect(parseJson(text)).toEqual(value);
});

test.each(["a: 1", '{"a": 1, "a": 2}', '{"a": {"b": 1, "b": 1}}', "{a: 1}", '{"a": 1,}', "", '"text"', '{"a": 1} # x'])(
  "%s is left to the parser of YAML",
  (text) => {
    expect(parseJson(text)).toBeUndefined();
  },
);

test("a key that is there twice is an error, in JSON, too", () => {
  const { syntaxErrors } = parseSource("x.json", '{\n  "a": 1,\n  "a": 2\n}');
  expect(syntaxErrors).toMatchObject([{ line: 3, column: 3 }]);
});

test("a place in JSON is where the parser of YAML finds it", () => {
  const keys = fc.constantFrom("a", "b", "0", "x/y", "~", "a b", 'q"', "é");
  const document = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(1, "x", null, true), tie("list"), tie("map")),
    list: fc.array(tie("value"), { maxLength: 3 }),
    map: fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
  })).map;
  const pointer = fc.array(fc.oneof(keys, fc.constantFrom("1", "2")), { maxLength: 4 });
  fc.assert(
    fc.property(document, pointer, fc.constantFrom(0, 2), (value, path, indent) => {
      const text = JSON.stringify(value, null, indent);
      const yaml = parseSource("x.yaml", `${text}\n# a comment makes it YAML`);
      const encoded = path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
      expect(split(encoded)).toEqual(path);
      expect(parseSource("x.json", text).locate(encoded)).toEqual(yaml.locate(encoded));
      expect(parseDocument(text).errors).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("a pointer that leads nowhere leads to what is above it", () => {
  const text = '{"a": {"b": [1, {"c": 2}]}}';
  const offsetOf = createJsonLocator(text);
  const at = (...path: string[]) => text.slice(offsetOf(path)).slice(0, 4);
  expect(at()).toBe('{"a"');
  expect(at("a", "b")).toBe('"b":');
  expect(at("a", "b", "1", "c")).toBe('"c":');
  expect(at("a", "b", "7")).toBe('"b":');
  expect(at("a", "x", "y")).toBe('"a":');
  expect(at("a", "b", "0", "z")).toBe("1, {");
});
