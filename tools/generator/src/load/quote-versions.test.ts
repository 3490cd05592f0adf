import { expect, test } from "vitest";
import { at } from "../json.ts";
import { parseSource } from "./source.ts";

const header = (schema: string) =>
  `paths: { /: { post: { parameters: [{ name: A2A-Version, in: header, ${schema} }] } } }`;
const parameter = ["paths", "/", "post", "parameters", "0"];

test.each([
  ["info: { version: 1.0 }", ["info", "version"], "1.0"],
  ["info: { version: 1.10 }", ["info", "version"], "1.10"],
  ["info: { version: 2 }", ["info", "version"], "2"],
  ["info: { version: '1.0' }", ["info", "version"], "1.0"],
  // In JSON a number is one on purpose.
  ['{"info": {"version": 1.0}}', ["info", "version"], 1],
  [header("schema: { type: string, default: 1.0 }"), [...parameter, "schema", "default"], "1.0"],
  [header("schema: { enum: [1.0] }, example: 1.0"), [...parameter, "schema", "enum", "0"], "1.0"],
  [header("schema: { enum: [1.0] }, example: 1.0"), [...parameter, "example"], "1.0"],
  [header("required: false"), [...parameter, "required"], false],
  [header("schema: { default: 1.0 }").replace("A2A-Version", "X-Ratio"), [...parameter, "schema", "default"], 1],
  ["components: { schemas: { A: { default: 1.0 } } }", ["components", "schemas", "A", "default"], 1],
])("%s", (text, path, want) => {
  expect(at(parseSource("x.yaml", text).value, ...path)).toBe(want);
});
