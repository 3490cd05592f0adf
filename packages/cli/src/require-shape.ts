import { A2AError, formatPath, isObject, type JsonObject } from "@a2akit/protocol";
import { enums, fields } from "@a2akit/protocol/codec";

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
  ListTasksResponse: ["tasks"],
  ListTaskPushNotificationConfigsResponse: ["configs"],
};

const SCALARS: Readonly<Record<string, readonly string[]>> = {
  string: ["string"],
  bytes: ["string"],
  timestamp: ["string"],
  int32: ["number"],
  boolean: ["boolean"],
};

/** A name that nobody knows comes through as it is, be it a number. */
const ENUM = ["string", "number"];

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
  for (const { name, type: inner, isList } of members) {
    const member = value[name];
    const at = [...path, name];
    if (member === undefined) continue;
    if (isList) requireItems(inner, member, at);
    else requireShape(inner, member, at);
  }
}

function requireItems(type: string, list: unknown, path: Path): void {
  if (!Array.isArray(list)) throw unfit(path, "must be a list");
  for (const [index, item] of list.entries()) requireShape(type, item, [...path, index]);
}

function requireScalar(type: string, value: unknown, path: Path): void {
  if (type === "json" && !isObject(value)) throw unfit(path, "must be an object");
  const allowed = Object.hasOwn(enums, type) ? ENUM : SCALARS[type];
  if (allowed?.includes(typeof value) === false) throw unfit(path, `must be a ${allowed.join(" or a ")}`);
}

interface Member {
  readonly name: string;
  readonly type: string;
  readonly isList: boolean;
}

const known = new Map<string, readonly Member[]>();

/** The row of the field table, read; undefined for a scalar, an enum and a card. */
function membersOf(type: string): readonly Member[] | undefined {
  const row: string | undefined = Object.entries(fields).find(([name]) => name === type)?.[1];
  if (row === undefined) return undefined;
  const members = known.get(type) ?? [...row.matchAll(/(\w+)(?::(\w+)(\[\])?)?/g)].map(toMember);
  known.set(type, members);
  return members;
}

function toMember([, name = "", type = "string", list]: RegExpExecArray): Member {
  return { name, type, isList: list !== undefined };
}

function unfit(path: Path, rule: string): A2AError {
  const field = formatPath(path) || "the answer";
  return new A2AError("InvalidAgentResponse", {
    message: `The agent's answer is no A2A: ${field} ${rule}`,
    violations: [{ field, description: rule }],
  });
}
