import { componentOf } from "../pointer.ts";
import { isSchemaObject, type Schema, walk } from "../schema.ts";
import type { CompareContext, Difference } from "./difference.ts";
import { schemaReasons } from "./reasons.ts";
import type { Components } from "./view.ts";

/** Whether after such a difference documents fit that did not. */
export function takesMore({ code, admits }: Difference): boolean {
  const { shape } = schemaReasons[code];
  return admits === true || shape === "wider" || shape === "looser";
}

/** Whether documents may fit this new schema that did not, because of a component that it refers to. */
export function refersToGrown(schema: Schema, { grown }: Pick<CompareContext, "grown">): boolean {
  return grown.size > 0 && referredBy(schema).some((name) => grown.has(name));
}

/** These components, and all that refer to one of them, directly or not. */
export function withReferring(names: Iterable<string>, components: Components): ReadonlySet<string> {
  const referring = new Map<string, string[]>();
  for (const [name, schema] of components)
    for (const target of referredBy(schema)) referring.set(target, [...(referring.get(target) ?? []), name]);
  const found = new Set(names);
  for (const name of found) for (const above of referring.get(name) ?? []) found.add(above);
  return found;
}

/** Whether a document may be refused for the reason that it fits a part of this schema; of branches that is told where they are compared. */
export function refusesParts(schema: Schema): boolean {
  return walk(schema).some((part) => refusing.some((keyword) => part[keyword] !== undefined));
}

const refusing = ["not", "if", "maxContains"] as const;

function referredBy(schema: Schema): readonly string[] {
  if (!isSchemaObject(schema)) return [];
  const refs = walk(schema).map(({ $ref }) => ($ref === undefined ? undefined : componentOf($ref)));
  return [...new Set(refs.filter((name) => name !== undefined))];
}
