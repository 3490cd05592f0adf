import { A2AError, formatPath, isObject, type JsonObject } from "@a2akit/protocol";
import { fields } from "@a2akit/protocol/codec";
import { createRows, jsonTypesOf, type Member } from "./field-rows.ts";

const membersOf = createRows(fields);

/** What commands cannot do without, of members that may be missing elsewhere. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  Task: ["status"],
  TaskStatusUpdateEvent: ["status"],
  TaskArtifactUpdateEvent: ["artifact"],
};

/** Required lists, which ProtoJSON leaves out where they are empty. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  Message: ["parts"],
  Artifact: ["parts"],
  ListTaskPushNotificationConfigsResponse: ["configs"],
};

type Path = readonly (string | number)[];

/**
 * Checks that the members of an answer are of the JSON types that its message names, which the client takes on trust, so that commands may read
 * them. Lists that are left out are put in as empty ones: the answer was parsed for this call alone.
 *
 * @throws A2AError InvalidAgentResponse that names the member and the rule.
 */
export function requireShape(type: string, value: unknown, path: Path = []): void {
  const members = membersOf(type);
  if (members === undefined) requireScalar(type, value, path);
  else if (isObject(value)) requireMembers({ type, members }, value, path);
  else throw unfit(path, "must be an object");
}

function requireMembers(
  { type, members }: { readonly type: string; readonly members: readonly Member[] },
  value: JsonObject,
  path: Path,
): void {
  for (const name of NEEDED[type] ?? []) if (value[name] === undefined) throw unfit([...path, name], "is required");
  for (const name of LISTS[type] ?? []) if (value[name] === undefined) Object.assign(value, { [name]: [] });
  for (const { name, type: inner, shape } of members) {
    const member = value[name];
    const at = [...path, name];
    if (member === undefined) continue;
    if (shape === "list") requireItems(inner, member, at);
    else requireShape(inner, member, at);
  }
}

function requireItems(type: string, list: unknown, path: Path): void {
  if (!Array.isArray(list)) throw unfit(path, "must be a list");
  for (const [index, item] of list.entries()) requireShape(type, item, [...path, index]);
}

function requireScalar(type: string, value: unknown, path: Path): void {
  if (type === "json" && !isObject(value)) throw unfit(path, "must be an object");
  const allowed = jsonTypesOf(type);
  if (allowed?.includes(typeof value) === false) throw unfit(path, `must be a ${allowed.join(" or a ")}`);
}

function unfit(path: Path, rule: string): A2AError {
  const field = formatPath(path) || "the answer";
  return new A2AError("InvalidAgentResponse", {
    message: `The agent's answer is no A2A: ${field} ${rule}`,
    violations: [{ field, description: rule }],
  });
}
