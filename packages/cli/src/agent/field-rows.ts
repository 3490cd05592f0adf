import type { FieldTable } from "@a2akit/protocol";
import { enums } from "@a2akit/protocol/codec";

/** A member of a message, by the field table. */
export interface Member {
  readonly name: string;
  /** A scalar, or the name of a message or enum. */
  readonly type: string;
  readonly shape: "one" | "list" | "map";
}

/** Reads the rows of a table when they are asked for; undefined for a name that has none: a scalar, an enum, another table's message. */
export function createRows(table: FieldTable): (type: string) => readonly Member[] | undefined {
  const known = new Map<string, readonly Member[]>();
  return (type) => {
    if (!Object.hasOwn(table, type)) return undefined;
    const members =
      known.get(type) ?? [...(table[type] ?? "").matchAll(/(\w+)(?::(\{?)(\w+)\}?(\[\])?\??)?/g)].map(toMember);
    known.set(type, members);
    return members;
  };
}

function toMember([, name = "", map, type = "string", list]: RegExpExecArray): Member {
  return { name, type, shape: map ? "map" : list ? "list" : "one" };
}

/** A name that nobody knows comes through as it is, be it a number. */
const ENUM = ["string", "number"];

const SCALARS: Readonly<Record<string, readonly string[]>> = {
  string: ["string"],
  bytes: ["string"],
  timestamp: ["string"],
  int32: ["number"],
  boolean: ["boolean"],
};

/** The JSON types of a scalar or an enum, as `typeof` has them; undefined for one that may be anything. */
export function jsonTypesOf(type: string): readonly string[] | undefined {
  return Object.hasOwn(enums, type) ? ENUM : SCALARS[type];
}
