import type { Report } from "../findings.ts";
import { componentOf } from "../pointer.ts";
import { isSchemaObject, mapChildren, type Schema, sameValue } from "../schema.ts";

/**
 * Reports components that are composed of themselves, by any keyword whose schemas speak about the same value: whether a value fits them
 * would depend on whether it does. `place` says where one stands.
 */
export function checkCircles(
  components: ReadonlyMap<string, Schema>,
  place: (component: string) => string,
  report: Report,
): void {
  const done = new Set<string>();
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name)) {
      const circle = [...above.slice(above.indexOf(name)), name];
      report("ref-circular", place(name), `${circle.join(" → ")}: it is composed of itself`);
      return;
    }
    if (done.has(name)) return;
    done.add(name);
    for (const part of partsOf(components.get(name) ?? true)) visit(part, [...above, name]);
  };
  for (const name of components.keys()) visit(name, []);
}

/** The components that speak about the value that this schema speaks about. */
function partsOf(schema: Schema): readonly string[] {
  if (!isSchemaObject(schema)) return [];
  const own = schema.$ref === undefined ? undefined : componentOf(schema.$ref);
  const found: string[] = own === undefined ? [] : [own];
  mapChildren(schema, (child, keyword = "") => {
    if (sameValue.has(keyword)) found.push(...partsOf(child));
    return child;
  });
  return found;
}
