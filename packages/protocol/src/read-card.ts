import { cardFields } from "./gen/card-fields.ts";
import { protoJson } from "./proto-json.ts";
import { rewrite } from "./rewrite.ts";

/** An Agent Card of A2A 1.0 in canonical JSON, as `readMessage` makes it of the messages of answers. */
export function readCard(value: unknown): unknown {
  return rewrite("AgentCard", value, { ...protoJson, more: [cardFields] });
}
