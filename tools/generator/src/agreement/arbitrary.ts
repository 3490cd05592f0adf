import fc from "fast-check";
import { sample } from "../samples/sample.ts";
import { isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";
import { resolve } from "../union.ts";

type Components = ReadonlyMap<string, Schema>;
type Make = (schema: SchemaObject, context: Context) => fc.Arbitrary<unknown>;

interface Context {
  readonly components: Components;
  readonly depth: number;
  /** The items that a list may have at the least, which those within one another share. */
  readonly room: number;
}

/** Below this depth lists are empty and optional members left out, so that recursion ends. */
const MAX_DEPTH = 7;

/** How much deeper goes what is required; behind that there is one sample of it. */
const MAX_NEEDED = 4;

/** The longest text that is drawn; where more is asked for, nothing drawn fits. */
const MAX_LENGTH = 1_000;

/** The same for lists, those within one another together. */
const MAX_ITEMS = 100;

/** Names that a careless reader takes for something else, and one that no schema has. */
const strangeNames = ["constructor", "toString", "hasOwnProperty", "", "a b", "extra", "0", "kind"];

/** Any JSON value, small. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e20, "", "x", [], {}),
  fc.string({ maxLength: 6, unit: "grapheme" }),
  fc.integer(),
  fc.dictionary(fc.constantFrom(...strangeNames), fc.constantFrom<unknown>(null, 1, "x", [1], { a: 1 }), {
    maxKeys: 3,
  }),
);

/** Documents that mostly fit the schema, and go `levels` deep before they have nothing but what is required. */
export function documentsOf(schema: Schema, components: Components, levels = MAX_DEPTH): fc.Arbitrary<unknown> {
  return make(schema, { components, depth: MAX_DEPTH - levels, room: MAX_ITEMS });
}

function make(schema: Schema, context: Context): fc.Arbitrary<unknown> {
  if (context.depth > MAX_DEPTH + MAX_NEEDED) return fc.constant(sample(schema, context.components));
  const target = resolve(schema, context.components);
  if (!isSchemaObject(target)) return target ? anyJson : fc.constant(null);
  const deeper = { ...context, depth: context.depth + 1 };
  const members = target.oneOf ?? target.anyOf;
  if (members) return fc.oneof(...shallowFirst(members, context).map((member) => make(member, deeper)));
  if (target.allOf) return fc.tuple(...target.allOf.map((part) => make(part, deeper))).map(mergeAll);
  if (target.enum) return fc.constantFrom(...target.enum);
  return makers[String(target.type)]?.(target, deeper) ?? anyJson;
}

/** Deep down, only the branches that do not lead further. */
function shallowFirst(members: readonly Schema[], { depth, components }: Context): readonly Schema[] {
  const shallow = members.filter((member) => {
    const target = resolve(member, components);
    return !isSchemaObject(target) || !["object", "array", "undefined"].includes(String(target.type));
  });
  return depth > MAX_DEPTH && shallow.length > 0 ? shallow : members;
}

function mergeAll(parts: readonly unknown[]): unknown {
  const objects = parts.filter((part) => typeof part === "object" && part !== null && !Array.isArray(part));
  return objects.length === parts.length ? Object.assign({}, ...objects) : parts[0];
}

const makers: Readonly<Record<string, Make>> = {
  string: makeString,
  integer: makeNumber,
  number: makeNumber,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: makeArray,
  object: makeObject,
};

function makeArray({ items = true, minItems = 0, maxItems = minItems + 3 }: SchemaObject, context: Context) {
  if (minItems === 0 && context.depth > MAX_DEPTH) return fc.constant([]);
  const least = Math.min(minItems, context.room);
  const inner = { ...context, room: Math.max(1, Math.floor(context.room / Math.max(least, 1))) };
  return fc.array(make(items, inner), lengths(least, maxItems));
}

/** Lengths between two limits, whichever of them is the higher one. */
function lengths(min: number, max: number) {
  const minLength = Math.min(min, MAX_LENGTH);
  return { minLength, maxLength: Math.max(minLength, Math.min(max, MAX_LENGTH)) };
}

/** Right, nearly right and wrong by the format; whether it counts is for the validators to say. */
const formatted: Readonly<Record<string, readonly string[]>> = {
  "date-time": [
    ...["2026-03-01T10:30:00.000Z", "2024-02-29t00:00:00z", "2023-02-29T00:00:00Z", "2026-03-01T10:30:00+05:30"],
    ...["2026-03-01T10:30:00", "2026-03-01", "2026-13-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-03-01T24:00:00Z"],
    ...["1900-02-29T00:00:00Z", "2000-02-29T00:00:00.123456789Z", "2026-03-01 10:30:00Z", "tomorrow"],
  ],
  email: [
    ...["ada@agents.example", "a.b+c@mail-1.agents.example", "a@b.c", "a@localhost", "a..b@c.d", "a@-b.c", "a@b-.c"],
    ...["a@b.c.", ".a@b.c", '"a b"@c.d', "a@[127.0.0.1]", "é@b.c", "a@b.c\n", "@b.c"],
  ],
  "uri-template": [
    ...[
      "https://agents.example/{tenant}/tasks{?limit:3,state*}",
      "{+base}/{a.b}",
      "",
      "/plain",
      "{",
      "}",
      "{}",
      "{a",
      "{a b}",
    ],
    ...[
      "{a,}",
      "{.a}",
      "{a.}",
      "{a..b}",
      "{a:0}",
      "{a:10000}",
      "{a*:2}",
      "%4",
      "%41{%41}",
      "{%4}",
      "é{é}",
      "it's",
      "a\u007f",
    ],
  ],
  byte: ["", "SGVsbG8=", "SGVsbG8", "SGVsbA==", "SGVs", "S-_s", "SGVs\n", "=", "SGV=="],
  uri: [
    ...[
      "https://a.example/x?y#z",
      "http://[::1]:80/",
      "mailto:a@b.example",
      "urn:x:y",
      "a",
      "//a/b",
      "http://a b/",
      "",
      "http://%zz/",
    ],
    ...["x:", "1x:y", "https://a.example/ä", "https://a.example/%C3%A4"],
  ],
};

function makeString({
  format = "",
  pattern,
  minLength = 0,
  maxLength = minLength + 8,
}: SchemaObject): fc.Arbitrary<unknown> {
  const plain = fc.string({ ...lengths(minLength, maxLength), unit: "grapheme" });
  if (pattern !== undefined) return matching(pattern) ?? plain;
  const known = Object.hasOwn(formatted, format) ? formatted[format] : undefined;
  return known ? fc.oneof(fc.constantFrom(...known), plain) : plain;
}

/** Texts that match; undefined where fast-check does not know how to make them, as with what looks ahead or back. */
function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, "u"));
  } catch {
    return undefined;
  }
}

function makeNumber({
  type,
  minimum = -5,
  maximum = minimum + 200,
  multipleOf = 1,
}: SchemaObject): fc.Arbitrary<unknown> {
  const [min, max] = [Math.ceil(minimum / multipleOf), Math.floor(maximum / multipleOf)];
  const isDrawable = Number.isSafeInteger(min) && Number.isSafeInteger(max) && min <= max;
  const steps = isDrawable ? fc.integer({ min, max }) : fc.constantFrom(min, max);
  const near = steps.map((step) => step * multipleOf);
  const odd = type === "number" ? [0.5, -2.25] : [1e20, -0, 2147483648];
  return fc.oneof({ weight: 4, arbitrary: near }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
}

function makeObject(schema: SchemaObject, context: Context): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties: rest = true } = schema;
  const named = Object.entries(properties).filter(
    ([name, property]) => property !== false && (context.depth <= MAX_DEPTH || required.includes(name)),
  );
  const model = Object.fromEntries(named.map(([name, property]) => [name, make(property, context)]));
  const known = fc.record(model, { requiredKeys: required.filter((name) => Object.hasOwn(model, name)) });
  if (rest === false || context.depth > MAX_DEPTH) return known;
  const names = strangeNames.filter((name) => !Object.hasOwn(properties, name));
  const extra = fc.dictionary(fc.constantFrom(...names), make(rest, context), { maxKeys: 2 });
  return fc
    .tuple(known, fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extra }))
    .map(mergeAll);
}
