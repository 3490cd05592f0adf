import { describeJson, isObject } from "../json.ts";

/** How many members a message names before it stops: the object may be a stranger's. */
const MAX_NAMED = 12;

/** `a, b, c` – the members that are there instead, for messages. */
export function listMembers(value: unknown): string {
  if (!isObject(value)) return describeJson(value);
  const names = Object.keys(value);
  return names.length === 0
    ? "no members"
    : [...names.slice(0, MAX_NAMED), ...(names.length > MAX_NAMED ? ["…"] : [])].join(", ");
}
