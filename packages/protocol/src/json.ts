export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object: neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What stands there instead, for messages: `null`, `a list`, `an object`, `a string` … */
export function describeJson(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

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
