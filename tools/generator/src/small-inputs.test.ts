import { beforeAll, describe, expect, test } from "vitest";
import { compareWithAjv } from "./agreement/agreement.ts";
import { loadSchemas, schemaOf } from "./agreement/load-schemas.ts";
import { emitSchemas } from "./emit/schemas.ts";
import { emitTypes } from "./emit/types.ts";
import { createValidator } from "./lint/validator.ts";
import type { Model } from "./model/model.ts";
import { keywordInputs } from "./testing/keyword-inputs.ts";
import { readSmall, withComponents } from "./testing/read-text.ts";
import { recursiveInputs } from "./testing/recursive-inputs.ts";
import { smallInputs } from "./testing/small-inputs.ts";
import { unevaluatedInputs } from "./testing/unevaluated-inputs.ts";

const inputs = [...smallInputs, ...recursiveInputs, ...keywordInputs, ...unevaluatedInputs];
const models = new Map<string, Model>();

beforeAll(async () => {
  for (const { name, given } of inputs) {
    const { model, findings } = await readSmall({ document: withComponents(given) });
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    if (model) models.set(name, model);
  }
});

function modelOf(name: string): Model {
  const model = models.get(name);
  if (!model) throw new Error(`${name} was not read`);
  return model;
}

describe.each(inputs)("$name", ({ name, keeps = {}, refuses = {}, ajvInherits }) => {
  test("zod keeps what fits and refuses what does not, as ajv does", async () => {
    const model = modelOf(name);
    const schemas = loadSchemas(await emitSchemas(model));
    const validator = createValidator(model.document);
    for (const [component, documents] of Object.entries(keeps)) {
      for (const document of documents) {
        expect(validator.check(component, document), JSON.stringify(document)).toBe("");
        const { success, data } = schemaOf(schemas, model.names.schema(component)).safeParse(document);
        expect({ success, data: JSON.stringify(sorted(data)) }).toEqual({
          success: true,
          data: JSON.stringify(sorted(document)),
        });
      }
    }
    for (const [component, documents] of Object.entries(refuses)) {
      for (const document of documents) {
        expect(validator.check(component, document), JSON.stringify(document)).not.toBe("");
        expect(
          schemaOf(schemas, model.names.schema(component)).safeParse(document).success,
          JSON.stringify(document),
        ).toBe(false);
      }
    }
  });

  test.each(["zod", "zod/mini"] as const)("%s agrees with ajv on generated documents", async (zod) => {
    const { disagreements } = await compareWithAjv([modelOf(name)], {
      runs: 60,
      seed: 20,
      zod,
      ...(ajvInherits && { skip: hasInheritedName }),
    });
    expect(disagreements).toEqual([]);
  });
});

/** At any depth. */
function hasInheritedName(document: unknown): boolean {
  if (typeof document !== "object" || document === null) return false;
  const isInherited = Object.keys(document).some((key) => key in Object.prototype);
  return isInherited || Object.values(document).some(hasInheritedName);
}

/** Members in one order, an own `__proto__` included. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
}

test("a member that is called __proto__ is a member", async () => {
  const properties = Object.fromEntries([["__proto__", { type: "integer" }]]);
  const { model, findings } = await readSmall({ document: withComponents({ Odd: { type: "object", properties } }) });
  expect(findings).toEqual([]);
  if (!model) throw new Error("the document was not read");
  const odd = schemaOf(loadSchemas(await emitSchemas(model)), "OddSchema");
  expect(JSON.stringify(odd.parse(JSON.parse('{"__proto__":1}')))).toBe('{"__proto__":1}');
  expect(odd.safeParse(JSON.parse('{"__proto__":"x"}')).error?.issues[0]?.path).toEqual(["__proto__"]);
  expect(await emitTypes(model)).toMatch(/"?__proto__"?\?: number;/);
});
