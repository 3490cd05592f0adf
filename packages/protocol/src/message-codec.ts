import type { ErrorName } from "./a2a-error.ts";
import type { Spelling } from "./dialect.ts";
import type { Field, MessageName } from "./field-plan.ts";
import { canonicalScalar } from "./proto-json.ts";
import { type Rules, rewrite } from "./rewrite.ts";

export interface DecodeOptions {
  /** Levels of nesting that are accepted; default MAX_DEPTH. */
  readonly maxDepth?: number | undefined;
}

/** Levels of nesting that a message may have, opaque JSON included; ProtoJSON readers stop at 100 too. */
export const MAX_DEPTH = 100;

const same = (value: unknown): unknown => value;

const decoding: Rules = {
  error: "InvalidParams",
  spelling: "camelCase",
  maxDepth: MAX_DEPTH,
  detach: false,
  // ProtoJSON: null is "not set" everywhere but where null is a value.
  unset: ({ type }, value) => value === undefined || (value === null && type !== "value"),
  scalar: canonicalScalar,
  opaque: same,
};

const encoding: Rules = {
  ...decoding,
  error: "Internal",
  unset: (_, value) => value === undefined,
  scalar: (_, value) => value,
};

const normalising: Rules = {
  ...decoding,
  error: "InvalidAgentResponse",
  detach: true,
  unset: (field, value) => decoding.unset(field, value) || (!field.tracked && isDefault(field, value)),
  opaque: (value) => (typeof value === "object" ? JSON.parse(JSON.stringify(value)) : value),
};

function isDefault({ shape, type }: Field, value: unknown): boolean {
  return shape === "list" ? Array.isArray(value) && value.length === 0 : type === "boolean" && value === false;
}

/**
 * Canonical JSON of a message: camelCase names, enum names, standard base64, timestamps in UTC, no null that means "not set". Opaque JSON and
 * unknown members stay untouched, and a canonical value comes back as the same object. Not validated: that is the schema's part.
 *
 * @throws A2AError `error` (default InvalidParams) for a member given in both spellings, an own key `__proto__` or `constructor`, and
 * nesting beyond `maxDepth`.
 */
export function decodeMessage(
  name: MessageName,
  value: unknown,
  { maxDepth = MAX_DEPTH, error = "InvalidParams" }: DecodeOptions & { readonly error?: ErrorName | undefined } = {},
): unknown {
  return rewrite(name, value, { ...decoding, maxDepth, error });
}

/** A canonical message with its members named as the dialect names them. */
export function encodeMessage(name: MessageName, value: unknown, spelling: Spelling): unknown {
  return spelling === "camelCase"
    ? value
    : rewrite(name, value, { ...encoding, spelling, maxDepth: Number.POSITIVE_INFINITY });
}

/**
 * A detached, canonical copy of what an agent produced: what `decodeMessage` does, and members at their default are left out – `undefined`, empty
 * lists, `false` where presence is not tracked (A2A §5.7). Empty strings stay: a part may well be one.
 *
 * @throws A2AError InvalidAgentResponse, also for opaque data that is not JSON.
 */
export function normalise<T>(name: MessageName, value: T): T {
  // Same type: only spellings and defaults change.
  return rewrite(name, value, normalising) as T;
}
