import { CANONICAL } from "../canonical.ts";
import { buildFieldTables, type FieldTables } from "../model/fields.ts";
import type { Model } from "../model/model.ts";
import type { Effect, Effects } from "./change.ts";
import type { ComponentDifference } from "./compare-components.ts";

/** What the codec makes of a change: `@a2akit/protocol` has a table of the members and enums of the canonical spec. */
export function codecEffects(old: Model, fresh: Model): (difference: ComponentDifference) => Effects {
  if (fresh.name !== CANONICAL) return () => ({});
  const [from, to] = [buildFieldTables(old), buildFieldTables(fresh)];
  return (difference) => {
    const effect = effectOf(difference, from, to);
    return effect ? { "@a2akit/protocol": effect } : {};
  };
}

function effectOf(
  { component, oldComponent, member, code, new: path }: ComponentDifference,
  from: FieldTables,
  to: FieldTables,
) {
  if (code.startsWith("enum-")) return ofEnum(from.enums[oldComponent], to.enums[component]);
  const rows = member === undefined && (code === "component-removed" || code === "component-added");
  if (rows) return ofRow(rowOf(from, oldComponent), rowOf(to, component));
  if (member === undefined) return undefined;
  const now = code === "member-renamed" ? path?.at(-1) : member;
  const [before, after] = [from.fields[oldComponent]?.[member], to.fields[component]?.[now ?? member]];
  if (code === "member-renamed" && before !== undefined)
    return major(`the codec no longer knows ${member}; it passes as it is`);
  if (changesTable.has(code)) return ofMember(before, after);
  return undefined;
}

/** The codes at which the row of a member may have changed; the others leave it as it is. */
const changesTable: ReadonlySet<string> = new Set([
  ...["member-added", "member-added-required", "member-removed", "variant-added", "variant-removed"],
  ...["type-changed", "type-widened", "type-narrowed", "presence-changed"],
  ...["format-added", "format-removed", "format-changed"],
]);

function rowOf({ fields, enums }: FieldTables, name: string): unknown {
  return fields[name] ?? enums[name];
}

function ofRow(before: unknown, after: unknown): Effect | undefined {
  if (before === undefined && after === undefined) return undefined;
  return after === undefined
    ? major("the codec no longer knows what is in it")
    : minor("the codec knows what is in it");
}

function ofMember(before: string | undefined, after: string | undefined): Effect | undefined {
  if (before === after) return undefined;
  if (before === undefined) return minor("the codec reads and writes it");
  if (after === undefined) return major("the codec no longer knows it; it passes as it is");
  if (`${before}?` === after) return minor("the codec writes it also when it is empty, 0 or false");
  if (`${after}?` === before) return major("the codec no longer writes it when it is empty, 0 or false");
  return major("the codec reads and writes it as something else");
}

/** The position of a name is its number in the protocol buffer. */
function ofEnum(before: readonly string[] | undefined, after: readonly string[] | undefined): Effect | undefined {
  if (!before || !after) return undefined;
  const same = before.every((name, i) => after[i] === name);
  if (!same) return major("numbers of the enum stand for other names");
  return after.length > before.length ? minor("the codec knows one more name and number") : undefined;
}

const major = (reason: string): Effect => ({ level: "major", reason });
const minor = (reason: string): Effect => ({ level: "minor", reason });
