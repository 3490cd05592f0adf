import type { FieldTables } from "./fields.ts";

/**
 * What the members of answers hold, whichever message they are in: kind → names. A name means one thing in all of them, so that reading an
 * answer takes no table of messages.
 *
 * @throws Error when a name means two things: reading needs to know messages then.
 */
export function buildAnswerMembers({ fields, enums, part }: FieldTables): Readonly<Record<string, readonly string[]>> {
  const kinds = new Map<string, string>();
  for (const [message, members] of Object.entries(fields)) {
    if (part(message) !== "fields") continue;
    for (const [name, descriptor] of Object.entries(members)) {
      const type = descriptor.replace(/(\[\])?\??$/, "");
      const kind = type in fields ? "message" : type in enums || kept.has(type) ? type : "text";
      const other = kinds.get(name) ?? kind;
      if (other !== kind) throw new Error(`${name} is ${other} in one answer and ${kind} in ${message}`);
      kinds.set(name, kind);
    }
  }
  const names = (kind: string) => [...kinds].filter(([, other]) => other === kind).map(([name]) => name);
  return Object.fromEntries([...new Set(kinds.values())].map((kind) => [kind, names(kind)]));
}

/** What reading treats in a way of its own; all else stays as it is, or is not set. */
const kept = new Set(["json", "value", "bytes", "int32", "timestamp"]);
