import { describe, expect, test } from "vitest";
import { camelCase, schemaName, typeName } from "./identifiers.ts";

describe("the name of a type", () => {
  test.each([
    ["Task", "Task"],
    ["a-b.c", "a_b_c"],
    ["Größe", "Größe"],
    ["注文", "注文"],
    ["🚀", "_"],
    ["2d", "_2d"],
    ["", "_"],
    ["delete", "delete_"],
    ["Record", "Record_"],
    ["$ref", "$ref"],
  ])("%s → %s", (component, name) => {
    expect(typeName(component)).toBe(name);
    // What the language says of identifiers.
    expect(() => new Function(`const ${name} = 1;`)).not.toThrow();
  });
});

test("schemas and dialects", () => {
  expect(schemaName("注文")).toBe("注文Schema");
  expect(camelCase("cdq-genius")).toBe("cdqGenius");
  expect(camelCase("default")).toBe("default_");
});
