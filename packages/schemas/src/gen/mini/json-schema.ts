// Copied by @a2akit/generator; do not edit.
// What JSON Schema says and zod has no word for.

import * as z from "zod/mini";

type Parse = z.ZodMiniType["_zod"]["parse"];
type Check = z.core.$ZodCheck<Record<string, unknown>>;

/**
 * What `build` makes. A bundler can drop a call of this that is marked pure, with all the calls in it. It could drop a function that is called where it stands, too;
 * but the compiler follows the flow of control into such a one, through the whole file before it for each name in it.
 */
export function define<T>(build: () => T): T {
  return build();
}

// The bounds are the loosest that zod knows: a tighter one is compared with every member of every shape, which takes the compiler minutes.

/** An object that may have more members than those of the shape. */
export function open<S extends z.core.$ZodLooseShape>(shape: S, ...checks: Check[]): z.ZodMiniObject<S, z.core.$loose> {
  return ownMembers(z.looseObject(shape).check(...(checks as never[])), shape);
}

/** An object that may have no members but those of the shape. */
export function closed<S extends z.core.$ZodLooseShape>(shape: S, ...checks: Check[]): z.ZodMiniObject<S, z.core.$strict> {
  return ownMembers(z.strictObject(shape).check(...(checks as never[])), shape);
}

/** An object whose further members all have one schema. */
export function openTo<S extends z.core.$ZodLooseShape, R extends z.core.$ZodType>(
  shape: S,
  rest: R,
  ...checks: Check[]
): z.ZodMiniObject<S, z.core.$catchall<R>> {
  const schema = z.object(shape);
  const open = z.core.clone(schema, { ...schema._zod.def, catchall: rest });
  return ownMembers(open.check(...(checks as never[])), shape);
}

/** A map from strings. */
export function record<V extends z.core.SomeType>(values: V, ...checks: Check[]): z.ZodMiniRecord<z.ZodMiniString, V> {
  return ownMembers(z.record(z.string(), values).check(...(checks as never[])), {});
}

/**
 * Looks at own members only, where zod takes an inherited `constructor` for a member; and refuses an own `__proto__`,
 * which zod drops without a word, unless the shape names it.
 */
function ownMembers<T extends z.ZodMiniType>(schema: T, shape: z.core.$ZodShape): T {
  const inherited = Object.keys(shape).some((key) => key in Object.prototype);
  const named = Object.hasOwn(shape, "__proto__");
  return replaceParse(schema, (parse) => (payload, context) => {
    const { value } = payload;
    if (!isObject(value)) return parse(payload, context);
    if (!named && Object.hasOwn(value, "__proto__")) {
      payload.issues.push({ code: "unrecognized_keys", keys: ["__proto__"], input: value, inst: schema });
      return payload;
    }
    if (inherited) payload.value = { __proto__: null, ...value };
    return parse(payload, context);
  });
}

/** An object whose shape names a member `__proto__`: zod drops that, so it is checked under another name and put back. */
export function withPrototype<T extends z.ZodMiniObject>(schema: T): T {
  const member = z.object({ member: Reflect.get(schema._zod.def.shape, "__proto__") });
  return replaceParse(schema, (parse) => (payload, context) => {
    const { value } = payload;
    const result = parse(payload, context);
    if (!isObject(value) || result instanceof Promise) return result;
    const own = Object.getOwnPropertyDescriptor(value, "__proto__");
    const { error } = z.safeParse(member, own ? { member: own.value } : {});
    for (const { message, path } of error?.issues ?? [])
      result.issues.push({ code: "custom", message, input: value, path: ["__proto__", ...path.slice(1)] });
    if (own && isObject(result.value)) Object.defineProperty(result.value, "__proto__", own);
    return result;
  });
}

/**
 * A union of objects each of which requires one of the keys and forbids the others. An error comes from the branch whose
 * key is there, not from all of them.
 */
export function byKey<T extends z.ZodMiniUnion>(keys: readonly string[], union: T): T {
  const branches = new Map(keys.map((key, i) => [key, union._zod.def.options[i]]));
  return replaceParse(union, (parse) => (payload, context) => {
    const { value } = payload;
    if (!isObject(value)) return parse(payload, context);
    const present = keys.filter((key) => Object.hasOwn(value, key));
    const [key] = present;
    const branch = present.length === 1 && key !== undefined ? branches.get(key) : undefined;
    if (branch) return branch._zod.run(payload, context);
    const message = `Invalid input: expected exactly one of ${keys.join(", ")}, received ${present.join(", ") || "none"}`;
    payload.issues.push({ code: "custom", message, input: value, inst: union });
    return payload;
  });
}

/** A value that fits both. Where zod puts two together, a member that one of them refuses passes if the other knows it. */
export function both<L extends z.core.SomeType, R extends z.core.SomeType>(left: L, right: R): z.ZodMiniIntersection<L, R> {
  const schema = z.intersection(left, right);
  // By way of `unknown`: to compare the two takes the compiler half as long as a large file of schemas.
  replaceParse(schema as unknown as z.ZodMiniType, () => (payload, context) => {
    for (const side of [left, right]) {
      const result = side._zod.run({ value: payload.value, issues: [] }, context);
      if (!(result instanceof Promise)) payload.issues.push(...result.issues);
    }
    return payload;
  });
  return schema;
}

/**
 * Without checks, zod has already taken `parse` for `run`. It sets `parse` anew at the first value, when it knows that none
 * can contain itself: that goes inside of all changes, and does not undo them.
 */
function replaceParse<T extends z.ZodMiniType>(schema: T, change: (parse: Parse) => Parse): T {
  const internals = schema._zod;
  let inner = internals.parse;
  const isRun = internals.run === inner;
  const parse = change((payload, context) => inner(payload, context));
  const {
    set = (replaced: Parse) => {
      inner = replaced;
    },
  } = Object.getOwnPropertyDescriptor(internals, "parse") ?? {};
  Object.defineProperty(internals, "parse", { get: () => parse, set });
  if (isRun) internals.run = parse;
  return schema;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A number without a fraction, however large. */
export const integer = /*@__PURE__*/ define(() => z.number().check(z.multipleOf(1)));

/** A length in code points, where zod counts UTF-16 units. */
export function codePoints(min: number, max = Number.POSITIVE_INFINITY): z.core.$ZodCheck<string> {
  return z.refine<string>((text) => isWithin([...text].length, min, max));
}

/** How many members there are. */
export function members(min: number, max = Number.POSITIVE_INFINITY): z.core.$ZodCheck<object> {
  return z.refine<object>((object) => isWithin(Object.keys(object).length, min, max));
}

/** How many items fit the schema. */
export function contains(
  schema: z.ZodMiniType,
  min: number,
  max = Number.POSITIVE_INFINITY,
): z.core.$ZodCheck<readonly unknown[]> {
  return z.refine<readonly unknown[]>((items) => isWithin(items.filter((item) => fits(item, schema)).length, min, max));
}

/** No two items are equal. */
export function unique(): z.core.$ZodCheck<readonly unknown[]> {
  return z.refine<readonly unknown[]>((items) => new Set(items.map(canonical)).size === items.length);
}

/** The first items by their own schemas, the others by `rest`. */
export function prefix(schemas: readonly z.ZodMiniType[], rest: z.ZodMiniType): z.core.$ZodCheck<readonly unknown[]> {
  return z.refine<readonly unknown[]>((items) => items.every((item, i) => fits(item, schemas[i] ?? rest)));
}

export function not(schema: z.ZodMiniType): z.core.$ZodCheck<unknown> {
  return z.refine<unknown>((value) => !fits(value, schema));
}

export function implies(condition: z.ZodMiniType, then: z.ZodMiniType, otherwise: z.ZodMiniType): z.core.$ZodCheck<unknown> {
  return z.refine<unknown>((value) => fits(value, fits(value, condition) ? then : otherwise));
}

/** Member → the members that must be there with it. */
export function dependent(table: Readonly<Record<string, readonly string[]>>): z.core.$ZodCheck<object> {
  const rows = Object.entries(table);
  return z.refine<object>((object) =>
    rows.every(([key, keys]) => !Object.hasOwn(object, key) || keys.every((other) => Object.hasOwn(object, other))),
  );
}

export function ifPresent(key: string, schema: z.ZodMiniType): z.core.$ZodCheck<object> {
  return z.refine<object>((object) => !Object.hasOwn(object, key) || fits(object, schema));
}

export function names(schema: z.ZodMiniType): z.core.$ZodCheck<object> {
  return z.refine<object>((object) => Object.keys(object).every((key) => fits(key, schema)));
}

/** Members by the patterns that their names match; those that match none and are not in `known` by `rest`. */
export function patterned(
  patterns: readonly (readonly [RegExp, z.ZodMiniType])[],
  known: readonly string[],
  rest: z.ZodMiniType,
): z.core.$ZodCheck<object> {
  return z.refine<object>((object) =>
    Object.entries(object).every(([key, value]) => {
      const own = patterns.filter(([pattern]) => pattern.test(key));
      const isKnown = own.length > 0 || known.includes(key);
      return isKnown ? own.every(([, schema]) => fits(value, schema)) : fits(value, rest);
    }),
  );
}

function fits(value: unknown, schema: z.ZodMiniType): boolean {
  return schema.safeParse(value).success;
}

function isWithin(count: number, min: number, max: number): boolean {
  return count >= min && count <= max;
}

/** The same text for equal JSON values, whatever the order of their members. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}

const fullDate =
  "(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])))";

/** RFC 3339 full-date. */
export const date = /*@__PURE__*/ define(() => new RegExp(`^${fullDate}$`));

/** RFC 3339 date-time, with any offset. A leap second can only end a UTC day; that is not checked. */
export const dateTime = /*@__PURE__*/ define(
  () =>
    new RegExp(
      `^${fullDate}[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$`,
    ),
);

/** RFC 4648 §4, with padding. Four classes, where `{4}` would make the engine remember each round and run out of stack at 8 MB. */
export const base64 =
  /^(?:[A-Za-z0-9+/][A-Za-z0-9+/][A-Za-z0-9+/][A-Za-z0-9+/])*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** RFC 3986: an absolute URI. A percent sign is looked at ahead: a group per character would make the engine run out of stack. */
export const uri =
  /^(?!.*%(?![\dA-Fa-f]{2}))[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/(?:[\w.~!$&'()*+,;=:%-]*@)?(?:\[(?:[\dA-Fa-f:.]+|v[\dA-Fa-f]+\.[\w.~!$&'()*+,;=:-]+)\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?(?:\/[\w.~!$&'()*+,;=:@/%-]*)?|(?!\/\/)[\w.~!$&'()*+,;=:@/%-]*)(?:\?[\w.~!$&'()*+,;=:@/?%-]*)?(?:#[\w.~!$&'()*+,;=:@/?%-]*)?$/;

/**
 * RFC 5321 Mailbox with a dot-string and a domain of at least two labels; no quotes, no address literal. What may not stand side by side is
 * looked for ahead: a group per label would make the engine remember each and run out of stack.
 */
export const email =
  /^(?!\.)(?![^@]*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]+@(?![.-])(?!.*(?:[.-]\.|\.-|[.-]$))[A-Za-z\d-]+\.[A-Za-z\d.-]+$/;

/** RFC 9562. */
export const uuid = /^[\dA-Fa-f]{8}-[\dA-Fa-f]{4}-[\dA-Fa-f]{4}-[\dA-Fa-f]{4}-[\dA-Fa-f]{12}$/;

/**
 * RFC 6570 §2: literals and expressions, those with an operator that is reserved included. What may not stand where it does is looked for
 * ahead, as in an email.
 */
export const uriTemplate = /*@__PURE__*/ define(
  () =>
    /^(?![\s\S]*(?:%(?![\dA-Fa-f]{2})|\{(?![+#./;?&=,!@|]?(?=[\w%])(?![^}]*(?:[.,](?![\w%])|\*(?![,}])|:(?![1-9]\d{0,3}[,}])))[\w%.,:*]+\})|(?<!\{[+#./;?&=,!@|]?[\w%.,:*]+)\}|(?<!\{)\|))[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\ufff0-\uffff\u{e0000}-\u{e0fff} "'<>\\^`]*$/u,
);
