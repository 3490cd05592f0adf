import type { Report, Rule } from "../findings.ts";
import { isObject, quote } from "../json.ts";
import { join } from "../pointer.ts";
import {
  annotations,
  assertions,
  decides,
  type Schema,
  type SchemaObject,
  shelves,
  spelledOut,
  unsupported,
} from "../schema.ts";

/** Checks the keywords of one schema by name and value, and gives it back without those whose value is none. */
export function checkKeywords(schema: unknown, pointer: string, report: Report): Schema {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) {
    report("keyword-invalid", pointer, `${quote(schema)} is no schema`);
    return true;
  }
  const sound = Object.entries(schema).filter(([keyword, value]) => {
    if (shelves.has(keyword)) return false;
    if (!isKnown(keyword)) report("keyword-unknown", join(pointer, keyword), `${keyword} is unknown`);
    const fault = faultOf(keyword, value);
    if (fault) report(fault.rule, join(pointer, keyword), fault.message);
    return !fault;
  });
  return Object.fromEntries(sound) as SchemaObject;
}

interface Fault {
  readonly rule: Rule;
  readonly message: string;
}

/** Why a keyword with this value cannot be honoured, nor what stands behind it; undefined when it can. */
export function faultOf(keyword: string, value: unknown): Fault | undefined {
  if (unsupported.has(keyword)) return { rule: "keyword-unsupported", message: `${keyword} cannot be honoured` };
  const expected = expectedOf(keyword, value);
  if (expected !== undefined) return { rule: "keyword-invalid", message: `${keyword} must be ${expected}` };
  const problem = Object.hasOwn(limits, keyword) ? limits[keyword]?.(value) : undefined;
  return problem === undefined ? undefined : { rule: "keyword-unsupported", message: problem };
}

function isKnown(keyword: string): boolean {
  const words = [annotations, spelledOut, unsupported];
  return decides(keyword) || words.some((known) => known.has(keyword)) || keyword.startsWith("x-");
}

interface Kind {
  readonly accepts: (value: unknown) => boolean;
  readonly expected: string;
}

const types = ["string", "number", "integer", "boolean", "null", "array", "object"];
const isType = (value: unknown) => types.some((type) => type === value);
const isString = (value: unknown) => typeof value === "string";
const isStrings = (value: unknown) => Array.isArray(value) && value.every(isString);

const flag: Kind = { accepts: (value) => typeof value === "boolean", expected: "true or false" };
const text: Kind = { accepts: isString, expected: "a string" };
const number: Kind = { accepts: Number.isFinite, expected: "a number" };
const count: Kind = {
  accepts: (value) => Number.isInteger(value) && Number(value) >= 0,
  expected: "an integer from 0",
};
/** A number, or as in OpenAPI 3.0 a flag beside the bound. */
const bound: Kind = { accepts: (value) => number.accepts(value) || flag.accepts(value), expected: "a number" };
const filled: Kind = {
  accepts: (value) => Array.isArray(value) && value.length > 0,
  expected: "a list that is not empty",
};
const map: Kind = { accepts: isObject, expected: "an object" };

/** Keyword → what its value must be. */
const kinds: Readonly<Record<string, Kind>> = {
  $ref: text,
  type: {
    accepts: (value) => isType(value) || (filled.accepts(value) && [value].flat().every(isType)),
    expected: `one of ${types.join(", ")}, or a list of those`,
  },
  enum: filled,
  required: { accepts: isStrings, expected: "a list of names" },
  dependentRequired: {
    accepts: (value) => isObject(value) && Object.values(value).every(isStrings),
    expected: "an object of lists of names",
  },
  minimum: number,
  maximum: number,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: { accepts: (value) => number.accepts(value) && Number(value) > 0, expected: "a number above 0" },
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: flag,
  nullable: flag,
  pattern: text,
  format: text,
};

/** What the value must be, when it is not; a schema behind a keyword is checked when it is reached. */
function expectedOf(keyword: string, value: unknown): string | undefined {
  const holds = Object.hasOwn(assertions, keyword) ? assertions[keyword]?.holds : undefined;
  const own = Object.hasOwn(kinds, keyword) ? kinds[keyword] : undefined;
  const kind = own ?? (holds === "schemas" ? filled : holds === "map" ? map : undefined);
  return kind === undefined || kind.accepts(value) ? undefined : kind.expected;
}

/** JSON Schema 2020-12, and what OpenAPI 3.1 and 3.2 make of it. */
const dialects = /^https?:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.[12]\/.*)#?$/;

/** Keyword → what about its value cannot be honoured. */
const limits: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  $schema: (value) =>
    dialects.test(String(value)) ? undefined : `${quote(value)} is not read as such, but as 2020-12`,
  pattern: (value) => patternProblem(String(value)),
  patternProperties: (value) =>
    Object.keys(Object(value))
      .map(patternProblem)
      .find((problem) => problem !== undefined),
};

function patternProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch {
    return `${pattern} is no regular expression`;
  }
}
