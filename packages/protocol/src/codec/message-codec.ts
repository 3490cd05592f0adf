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
  /** Members of each object, unknown ones included, opaque JSON excepted; default: any number. */
  readonly maxMembers?: number | undefined;
}

/** Levels of nesting that a message may have, opaque JSON included; ProtoJSON readers stop at 100 too. */
export const MAX_DEPTH = 100;

/**
 * Canonical JSON of a message: camelCase names, enum names, standard base64, timestamps in UTC, no null that means "not set". Opaque JSON and
 * unknown members stay untouched, and a canonical value comes back as the same object. Not validated: that is the schema's part.
 *
 * @throws A2AError `error` (default InvalidParams) for a member given in both spellings, an own key `__proto__` or `constructor` (in `metadata`: `__proto__`), nesting
 * beyond `maxDepth`, a list beyond `maxItems` and an object beyond `maxMembers`.
 */
export function decodeMessage(
  name: MessageName,
  value: unknown,
  {
    maxDepth = MAX_DEPTH,
    maxItems,
    maxMembers,
    error = "InvalidParams",
  }: DecodeOptions & { readonly error?: ErrorName | undefined } = {},
): unknown {
  const guard = createGuard({ error, maxDepth, maxItems, maxMembers });
  return rewrite(name, value, { ...protoJson, more: ALL_FIELDS, guard });
}

const ALL_FIELDS = [requestFields, cardFields];

/** A canonical message with its members named as the dialect names them. */
export function encodeMessage(name: MessageName, value: unknown, spelling: Spelling): unknown {
  return encodeWith(ALL_FIELDS, { name, value, spelling });
}
