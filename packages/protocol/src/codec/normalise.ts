import { cardFields } from "../gen/card-fields.ts";
import { requestFields } from "../gen/request-fields.ts";
import type { Field, MessageName } from "./field-plan.ts";
import { createGuard } from "./guard.ts";
import { MAX_DEPTH } from "./message-codec.ts";
import { isUnset, protoJson } from "./proto-json.ts";
import { type Rules, rewrite } from "./rewrite.ts";

const normalising: Rules = {
  ...protoJson,
  detach: true,
  unset: (field, value) => isUnset(field, value) || (!field.tracked && isDefault(field, value)),
  more: [requestFields, cardFields],
};

/**
 * A detached, canonical copy of what an agent produced: what `decodeMessage` does, and members at their default are left out – `undefined`,
 * empty lists, `false` where presence is not tracked (A2A §5.7). Empty strings stay: a part may well be one. For what an agent makes –
 * tasks, messages, artifacts, parts and the two update events – in which no required list may be empty.
 *
 * @throws A2AError InvalidAgentResponse: what `decodeMessage` refuses, and opaque data that is not JSON.
 */
export function normalise<T>(name: MessageName, value: T): T {
  // Same type: only spellings and defaults change.
  const guard = createGuard({ error: "InvalidAgentResponse", maxDepth: MAX_DEPTH, copy: toJson });
  return rewrite(name, value, { ...normalising, guard }) as T;
}

/** What JSON makes of it, which is also a copy. Throws for what is no JSON: a function, a symbol, a bigint. */
function toJson(value: unknown): unknown {
  return value === undefined || typeof value === "string" ? value : JSON.parse(JSON.stringify(value));
}

function isDefault({ shape, type }: Field, value: unknown): boolean {
  return shape === "list" ? Array.isArray(value) && value.length === 0 : type === "boolean" && value === false;
}
