import type { FieldTable } from "@a2akit/protocol";

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

/** The JSON types of scalars, as `typeof` has them. */
export const scalarTypes: Readonly<Record<string, readonly string[]>> = {
  string: ["string"],
  bytes: ["string"],
  timestamp: ["string"],
  int32: ["number"],
  boolean: ["boolean"],
};
