import type { Schema, SchemaObject } from "../schema.ts";
import { areDisjoint } from "../union.ts";
import type { CompareContext, Difference, Way } from "./difference.ts";
import { type Components, membersOf } from "./view.ts";

export const MORE_THAN_ONE = "is refused where it fits more than one branch";

interface Pair {
  readonly old: Schema;
  readonly new: Schema;
}

interface Place {
  readonly way: Way;
  readonly context: CompareContext;
  /** The new branches that are new, or take more than they did by what they say themselves. */
  readonly wider: readonly Schema[];
  /** Each branch that is still there, as it was and as it is. */
  readonly pairs: readonly Pair[];
}

/** Whether a document is refused because it fits two branches: `oneOf` says so, and where branches cannot overlap it says nothing. */
export function compareExclusion(
  old: SchemaObject,
  fresh: SchemaObject,
  { way, context, wider, pairs }: Place,
): readonly Difference[] {
  const [was, is] = [excludes(old, context.old), excludes(fresh, context.new)];
  const now = fresh.oneOf ?? [];
  const overlaps = (branch: Schema) =>
    now.some((other) => other !== branch && !areDisjoint([branch, other], context.new));
  if (
    is &&
    (!was ||
      wider.some(overlaps) ||
      pairs.some((pair, i) => pairs.slice(i + 1).some((other) => meet(pair, other, context))))
  )
    return [{ code: "branches-exclusive", ...way, message: MORE_THAN_ONE }];
  const isUnion = membersOf(fresh).length > 1;
  return was && !is && isUnion ? [{ code: "branches-inclusive", ...way, message: "may fit more than one branch" }] : [];
}

/** Whether two branches excluded each other and no longer do, be it for what a component says that they refer to. */
function meet(a: Pair, b: Pair, context: CompareContext): boolean {
  return areDisjoint([a.old, b.old], context.old) && !areDisjoint([a.new, b.new], context.new);
}

function excludes({ oneOf }: SchemaObject, components: Components): boolean {
  return oneOf !== undefined && !areDisjoint(oneOf, components);
}
