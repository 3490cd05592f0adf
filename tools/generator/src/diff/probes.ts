import { sample } from "../samples/sample.ts";
import { isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";
import { resolve } from "../union.ts";
import { type Components, membersOf } from "./view.ts";

/** One value of each type, the smallest first. */
const plain: readonly unknown[] = [null, true, 0, 1, 0.5, -1, "", "x", [], {}];

/** Texts that formats tell apart. */
const formatted: readonly string[] = [
  ...[
    "2026-03-01T10:30:00.000Z",
    "2026-03-01T10:30:00+05:30",
    "2026-03-01",
    "SGVsbG8=",
    "SGVsbG8",
    "https://a.example/x",
  ],
  ...["urn:x:y", "{a}", "{a", "a b", "00000000-0000-4000-8000-000000000000"],
];

/** Past both ends of `int32`. */
const large: readonly number[] = [2 ** 31, -(2 ** 31) - 1];

const MAX_DEPTH = 3;

/** The longest text or list that is made to reach a limit. */
const MAX_LENGTH = 10_000;

/** The longest JSON of a list that is made so, in characters. */
const MAX_SIZE = 100_000;

/** Values that lie on the edges of what a schema accepts, within and without. */
export function probesOf(schema: Schema, components: Components, depth = 0): readonly unknown[] {
  const target = resolve(schema, components);
  if (!isSchemaObject(target) || depth > MAX_DEPTH) return plain;
  const branches = membersOf(target).filter((member) => member !== target);
  return [
    ...branches.flatMap((branch) => probesOf(branch, components, depth + 1)),
    ...(target.enum ?? []),
    ...(makers[String(target.type)]?.(target, (child) => sample(child, components)) ?? []),
    sample(target, components),
    ...plain,
    ...(target.format === undefined ? [] : [...formatted, ...large]),
  ];
}

type Maker = (schema: SchemaObject, of: (child: Schema) => unknown) => readonly unknown[];

const makers: Readonly<Record<string, Maker>> = {
  string: ({ minLength, maxLength }) => edges(minLength, maxLength).map((length) => "x".repeat(length)),
  integer: numbers,
  number: numbers,
  array: ({ items = true, prefixItems, minItems, maxItems }, of) => [
    ...listsOf(of(items), [...edges(minItems, maxItems), 1, 2]),
    ...(prefixItems ? [of(items), ...plain].map((last) => [...prefixItems.map(of), last]) : []),
  ],
  object: ({ properties = {}, patternProperties = {}, minProperties, maxProperties }, of) => [
    ...Object.entries(patternProperties).map(([pattern, property]) => ({ [nameLike(pattern)]: of(property) })),
    ...Object.entries(properties).map(([name, property]) => ({ [name]: of(property) })),
    ...edges(minProperties, maxProperties).map((size) =>
      Object.fromEntries(Array.from({ length: size }, (_, i) => [`x${i}`, "x"])),
    ),
    { extra: "x" },
    { extra: 1 },
  ],
};

/** Lists of so many of an item, but for those that would be too long. */
function listsOf(item: unknown, lengths: readonly number[]): readonly unknown[] {
  const size = JSON.stringify(item).length;
  return lengths.filter((length) => length * size <= MAX_SIZE).map((length) => Array.from({ length }, () => item));
}

/** A name that matches a simple pattern. */
function nameLike(pattern: string): string {
  const matches = new RegExp(pattern, "u");
  return [pattern.replaceAll(/[\^$]/g, ""), "x", "a", "x-a", "0"].find((name) => matches.test(name)) ?? "x";
}

function numbers({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf = 1,
}: SchemaObject): readonly number[] {
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((bound) => bound !== undefined);
  return [...bounds.flatMap((bound) => [bound, bound - 1, bound + 1]), multipleOf, multipleOf / 2];
}

/** Lengths at the limits, one below and one above. */
function edges(min: number | undefined, max: number | undefined): readonly number[] {
  const lengths = [min, max].filter((limit) => limit !== undefined).flatMap((limit) => [limit - 1, limit, limit + 1]);
  return lengths.filter((length) => length >= 0 && length <= MAX_LENGTH);
}
