import { type FieldTable, isObject } from "@a2akit/protocol";
import { createRows, jsonTypesOf, type Member } from "./field-rows.ts";

/** A value of a message without what is of another JSON type than the table says; undefined where it is itself of another. */
export type Sound = (type: string, value: unknown) => unknown;

/**
 * Makes what a stranger wrote safe to look into.
 *
 * @param defaults by message, what stands for a required member that is not given
 */
export function createSound(table: FieldTable, defaults: Readonly<Record<string, object>>): Sound {
  const membersOf = createRows(table);

  const sound: Sound = (type, value) => {
    const members = membersOf(type);
    if (members === undefined) return isScalar(type, value) ? value : undefined;
    if (!isObject(value)) return undefined;
    const known = new Map(members.map((member) => [member.name, member]));
    const entries = Object.entries(value).map(([name, inner]) => [name, soundMember(known.get(name), inner)] as const);
    return { ...defaults[type], ...Object.fromEntries(given(entries)) };
  };

  function soundMember(member: Member | undefined, value: unknown): unknown {
    if (member === undefined) return value;
    const { type, shape } = member;
    if (shape === "one") return sound(type, value);
    if (shape === "list")
      return Array.isArray(value)
        ? value.map((item) => sound(type, item)).filter((item) => item !== undefined)
        : undefined;
    if (!isObject(value)) return undefined;
    return Object.fromEntries(given(Object.entries(value).map(([key, item]) => [key, sound(type, item)] as const)));
  }

  return sound;
}

function given(entries: readonly (readonly [string, unknown])[]): (readonly [string, unknown])[] {
  return entries.filter(([, value]) => value !== undefined);
}

function isScalar(type: string, value: unknown): boolean {
  return type === "json" ? isObject(value) : (jsonTypesOf(type)?.includes(typeof value) ?? true);
}
