import type { ErrorName } from "../a2a-error.ts";
import type { Spelling } from "../dialect.ts";
import { cardFields } from "../gen/card-fields.ts";
import { requestFields } from "../gen/request-fields.ts";
import { encodeWith } from "./encode-with.ts";
import type { MessageName } from "./field-plan.ts";
import { createGuard } from "./guard.ts";
import { protoJson } from "./proto-json.ts";
import { rewrite } from "./rewrite.ts";

export interface DecodeOptions {
  /** Levels of nesting that are accepted; default MAX_DEPTH. */
  readonly maxDepth?: number | undefined;
  /** Items of each list, opaque JSON excepted; default: any number. */
  readonly maxItems?: number | undefined;
}

/** Levels of nesting that a message may have, opaque JSON included; ProtoJSON readers stop at 100 too. */
export const MAX_DEPTH = 100;

/**
 * Canonical JSON of a message: camelCase names, enum names, standard base64, timestamps in UTC, no null that means "not set". Opaque JSON and
 * unknown members stay untouched, and a canonical value comes back as the same object. Not validated: that is the schema's part.
 *
 * @throws A2AError `error` (default InvalidParams) for a member given in both spellings, an own key `__proto__` or `constructor` (in `metadata`: `__proto__`), nesting
 * beyond `maxDepth` and a list beyond `maxItems`.
 */
export function decodeMessage(
  name: MessageName,
  value: unknown,
  {
    maxDepth = MAX_DEPTH,
    maxItems,
    error = "InvalidParams",
  }: DecodeOptions & { readonly error?: ErrorName | undefined } = {},
): unknown {
  const guard = createGuard({ error, maxDepth, maxItems });
  return rewrite(name, value, { ...protoJson, more: ALL_FIELDS, guard });
}

const ALL_FIELDS = [requestFields, cardFields];

/** A canonical message with its members named as the dialect names them. */
export function encodeMessage(name: MessageName, value: unknown, spelling: Spelling): unknown {
  return encodeWith(ALL_FIELDS, { name, value, spelling });
}
