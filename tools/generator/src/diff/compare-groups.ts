import type { Difference, Way } from "./difference.ts";
import type { ObjectView } from "./view.ts";

/**
 * A group that comes or goes, or has gained or lost a member that there was before and still is: what had one may have none then, and the
 * reverse. An alternative that is all new, or gone, is told at the member.
 */
export function compareGroups(old: ObjectView, fresh: ObjectView, way: Way): readonly Difference[] {
  if (!old.group && !fresh.group) return [];
  if (!old.group) return [{ code: "group-added", ...way, message: `must have exactly one of ${list(fresh)}` }];
  if (!fresh.group)
    return [{ code: "group-removed", ...way, message: `need no longer have exactly one of ${list(old)}` }];
  const come = onlyIn(fresh, old);
  const left = onlyIn(old, fresh);
  const told = (message: string) => ({ code: "group-changed" as const, ...way, message });
  return [
    ...come.map((name) => told(`${name} is one of ${list(fresh)}, of which exactly one must be there`)),
    ...left.map((name) => told(`${name} is none of ${list(fresh)}, of which exactly one must be there`)),
  ];
}

/** The members of a group that the other side knows outside of its own. */
function onlyIn(own: ObjectView, other: ObjectView): readonly string[] {
  return (own.group ?? []).filter((name) => !other.group?.includes(name) && Object.hasOwn(other.properties, name));
}

function list({ group = [] }: ObjectView): string {
  return group.join(", ");
}
