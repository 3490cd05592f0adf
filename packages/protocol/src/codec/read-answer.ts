import { answers } from "../gen/answers.ts";
import { isObject, type JsonObject } from "../json.ts";
import { canonicalScalar, isUnset } from "./proto-json.ts";
import { copyUntil } from "./rewrite.ts";
import { toSnakeCase } from "./snake-case.ts";

interface Member {
  readonly name: string;
  /** A row of `answers`. */
  readonly type: string;
}

/** By name, in either spelling. */
const members: ReadonlyMap<string, Member> = /*@__PURE__*/ readMembers();

/**
 * What `decodeMessage` makes of an answer, whichever it is, for who asked for it and refuses nothing: of a member in both spellings the later
 * counts, and opaque JSON is not looked into, so that no depth matters. A walk of its own, because every client bundles it and reads each event
 * with it.
 */
export function readAnswer(value: unknown): unknown {
  return read("message", value);
}

function read(type: string, value: unknown): unknown {
  if (type !== "message") return canonicalScalar(type, value);
  return Array.isArray(value) ? readList(value) : isObject(value) ? readObject(value) : value;
}

function readObject(value: JsonObject): JsonObject {
  let copy: Record<string, unknown> | undefined;
  for (const key in value) {
    const before = value[key];
    const { name, type } = members.get(key) ?? { name: key, type: "value" };
    // A peer's own key `__proto__` must not become a prototype.
    const after = isUnset({ type }, before) || key === "__proto__" ? undefined : read(type, before);
    if (name !== key || after !== before) copy ??= copyUntil(value, key);
    if (copy && after !== undefined) copy[name] = after;
  }
  return copy ?? value;
}

function readList(items: readonly unknown[]): readonly unknown[] {
  const canonical = items.map((item) => read("message", item));
  return canonical.some((item, index) => item !== items[index]) ? canonical : items;
}

function readMembers(): ReadonlyMap<string, Member> {
  const rows = Object.entries(answers).flatMap(([type, names]) => names.split(" ").map((name) => ({ name, type })));
  return new Map(rows.flatMap((row) => [row.name, toSnakeCase(row.name)].map((name) => [name, row])));
}
