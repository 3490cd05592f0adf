import fc from "fast-check";
import { expect, test } from "vitest";
import type { FieldTable, Spelling } from "../dialect.ts";
import { cardFields } from "../gen/card-fields.ts";
import { enums } from "../gen/enums.ts";
import { fields } from "../gen/fields.ts";
import { requestFields } from "../gen/request-fields.ts";
import { type MessageName, planOf } from "./field-plan.ts";
import { decodeMessage, encodeMessage } from "./message-codec.ts";
import { normalise } from "./normalise.ts";
import { toSnakeCase } from "./snake-case.ts";

const more = [cardFields, requestFields];
const table: FieldTable = { ...fields, ...cardFields, ...requestFields };
const names = Object.keys(table) as MessageName[];
/** Member names that a codec which renames too much would touch. */
const tempting = names.flatMap((name) =>
  [...(planOf(name, more)?.values() ?? [])].flatMap(({ camelCase }) => [camelCase, toSnakeCase(camelCase)]),
);
const key = fc
  .oneof(fc.constantFrom(...tempting), fc.string())
  .filter((name) => name !== "__proto__" && name !== "constructor");
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, 0, false, "", "2026-01-01T00:00:00+01:00"),
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const scalars: Record<string, fc.Arbitrary<unknown>> = {
  string: fc.string(),
  boolean: fc.boolean(),
  int32: fc.integer(),
  bytes: fc.uint8Array().map((bytes) => btoa(String.fromCharCode(...bytes))),
  timestamp: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") })
    .map((date) => date.toISOString()),
  json: fc.dictionary(key, json, { noNullPrototype: true }),
  value: json,
  ...Object.fromEntries(Object.entries(enums).map(([name, values]) => [name, fc.constantFrom(...values)])),
};

/** Canonical values of a message, with unknown members among its own; oneof groups are the schemas' business. */
function canonical(name: string): fc.Arbitrary<Record<string, unknown>> {
  const members = [...new Set(planOf(name, more)?.values())].map((field) => {
    const one = scalars[field.type] ?? fc.constant(undefined).chain(() => canonical(field.type));
    const shaped =
      field.shape === "list"
        ? fc.array(one, { maxLength: 3 })
        : field.shape === "map"
          ? fc.dictionary(key, one, { maxKeys: 3, noNullPrototype: true })
          : one;
    return [field.camelCase, shaped] as const;
  });
  const unknown = fc.dictionary(
    key.filter((member) => planOf(name, more)?.get(member) === undefined),
    json,
    { maxKeys: 2, noNullPrototype: true },
  );
  return fc
    .tuple(fc.record(Object.fromEntries(members), { requiredKeys: [] }), unknown)
    .map(([known, more]) => ({ ...known, ...more }));
}

const anyMessage = fc.constantFrom(...names).chain((name) => canonical(name).map((value) => ({ name, value })));

test.each<Spelling>(["camelCase", "snake_case"])("encode and decode in %s lose and change nothing", (spelling) => {
  fc.assert(
    fc.property(anyMessage, ({ name, value }) => {
      const before = JSON.stringify(value);
      const wire: unknown = JSON.parse(JSON.stringify(encodeMessage(name, value, spelling)));
      expect(decodeMessage(name, wire)).toEqual(value);
      expect(JSON.stringify(value)).toBe(before);
    }),
    { numRuns: 500 },
  );
});

test("canonical input is decoded to itself", () => {
  fc.assert(
    fc.property(anyMessage, ({ name, value }) => decodeMessage(name, value) === value),
    { numRuns: 500 },
  );
});

test("opaque members come through as the same object, in either spelling", () => {
  fc.assert(
    fc.property(scalars.json ?? json, json, (metadata, data) => {
      const wire = { message_id: "m", metadata, parts: [{ data, media_type: "a/b" }], unknown_member: data };
      const decoded = decodeMessage("Message", wire);
      expect(decoded).toHaveProperty("metadata", metadata);
      const encoded = encodeMessage("Message", decoded, "snake_case");
      expect(encoded).toStrictEqual(wire);
      expect(encoded).toHaveProperty("metadata", metadata);
    }),
  );
});

test("normalising is done once: a second time changes nothing", () => {
  fc.assert(
    fc.property(anyMessage, ({ name, value }) => {
      const once = normalise(name, value);
      expect(normalise(name, once)).toStrictEqual(once);
      expect(decodeMessage(name, once)).toBe(once);
    }),
    { numRuns: 300 },
  );
});

test("no value makes decode throw anything but InvalidParams", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom(...tempting), fc.anything())),
      (name, value) => {
        try {
          decodeMessage(name, value);
        } catch (error) {
          expect(error).toMatchObject({ code: -32602 });
        }
      },
    ),
    { numRuns: 500 },
  );
});
