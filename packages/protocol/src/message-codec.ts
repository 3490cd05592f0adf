import type { ErrorName } from "./a2a-error.ts";
import type { Spelling } from "./dialect.ts";
import type { MessageName } from "./field-plan.ts";
import { canonicalScalar, isUnset } from "./proto-json.ts";
import { type Rules, rewrite } from "./rewrite.ts";

export interface DecodeOptions {
  /** Levels of nesting that are accepted; default MAX_DEPTH. */
  readonly maxDepth?: number | undefined;
}

/** Levels of nesting that a message may have, opaque JSON included; ProtoJSON readers stop at 100 too. */
export const MAX_DEPTH = 100;

const same = (value: unknown): unknown => value;

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
  const rules = {
    error,
    maxDepth,
    spelling: "camelCase",
    detach: false,
    unset: isUnset,
    scalar: canonicalScalar,
    opaque: same,
  } as const;
  return rewrite(name, value, rules);
}

/** A canonical message with its members named as the dialect names them. */
export function encodeMessage(name: MessageName, value: unknown, spelling: Spelling): unknown {
  return spelling === "camelCase" ? value : rewrite(name, value, { ...encoding, spelling });
}

const encoding: Omit<Rules, "spelling"> = {
  error: "Internal",
  // What we write ourselves has passed its limits.
  maxDepth: 1 / 0,
  detach: false,
  unset: (_, value) => value === undefined,
  scalar: (_, value) => value,
  opaque: same,
};
