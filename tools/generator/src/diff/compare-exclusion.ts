import type { Schema, SchemaObject } from "../schema.ts";
import { areDisjoint } from "../union.ts";
import type { CompareContext, Difference, Way } from "./difference.ts";
import { schemaReasons } from "./reasons.ts";
import { type Components, membersOf } from "./view.ts";

interface Place {
  readonly way: Way;
  readonly context: CompareContext;
  /** The new branches that are new, or take more than they did. */
  readonly wider: readonly Schema[];
}

/** Whether a document is refused because it fits two branches: `oneOf` says so, and where branches cannot overlap it says nothing. */
export function compareExclusion(
  old: SchemaObject,
  fresh: SchemaObject,
  { way, context, wider }: Place,
): readonly Difference[] {
  const [was, is] = [excludes(old, context.old), excludes(fresh, context.new)];
  const now = fresh.oneOf ?? [];
  const overlaps = (branch: Schema) =>
    now.some((other) => other !== branch && !areDisjoint([branch, other], context.new));
  const message = "is refused where it fits more than one branch";
  if (is && (!was || wider.some(overlaps))) return [{ code: "branches-exclusive", ...way, message }];
  const isUnion = membersOf(fresh).length > 1;
  return was && !is && isUnion ? [{ code: "branches-inclusive", ...way, message: "may fit more than one branch" }] : [];
}

function excludes({ oneOf }: SchemaObject, components: Components): boolean {
  return oneOf !== undefined && !areDisjoint(oneOf, components);
}

/** Whether after such a difference documents fit that did not, and none is refused. */
export function takesMore({ code }: Difference): boolean {
  const { shape } = schemaReasons[code];
  return shape === "wider" || shape === "looser";
}
