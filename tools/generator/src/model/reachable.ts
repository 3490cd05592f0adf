import { componentOf } from "../pointer.ts";
import { type Schema, walk } from "../schema.ts";

/** The components that these refer to, directly or not, themselves included. */
export function reachable(components: ReadonlyMap<string, Schema>, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const schema of walk(components.get(name) ?? true)) {
      const target = schema.$ref === undefined ? undefined : componentOf(schema.$ref);
      if (target !== undefined) visit(target);
    }
  };
  for (const root of roots) visit(root);
  return found;
}
