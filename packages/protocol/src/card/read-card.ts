import { protoJson } from "../codec/proto-json.ts";
import { rewrite } from "../codec/rewrite.ts";
import { cardFields } from "../gen/card-fields.ts";

/** An Agent Card of A2A 1.0 in canonical JSON, as `readMessage` makes it of the messages of answers. */
export function readCard(value: unknown): unknown {
  return rewrite("AgentCard", value, { ...protoJson, more: [cardFields] });
}
