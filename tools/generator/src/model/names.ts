import { identifier, schemaName, typeName, unused } from "../identifiers.ts";

/** What the components of one file are called in TypeScript, each otherwise than the others. */
export interface Names {
  readonly type: (component: string) => string;
  readonly schema: (component: string) => string;
  /** Component with a number behind its name → the component that has the name without one. */
  readonly numbered: ReadonlyMap<string, string>;
}

/**
 * Names of components that differ only in what no identifier can have, such as `order-line` and `order_line`, get numbers: `order_line`
 * and `order_line2`. The one that is an identifier already has none; of the others it is the first by code point. So the order in
 * the file does not matter, and one more component changes no name but, at most, those that it shares a name with.
 */
export function createNames(components: Iterable<string>): Names {
  const groups = new Map<string, string[]>();
  for (const component of components) {
    const name = typeName(component);
    groups.set(name, [...(groups.get(name) ?? []), component]);
  }
  const stems = new Map<string, string>();
  const numbered = new Map<string, string>();
  const taken = new Set(groups.keys());
  for (const [name, group] of groups) {
    const [first = name, ...others] = group.toSorted((a, b) => rank(a, name) - rank(b, name) || (a < b ? -1 : 1));
    for (const component of others) {
      const stem = unused(identifier(component), taken.add(identifier(component)));
      stems.set(component, stem);
      numbered.set(component, first);
    }
  }
  return {
    type: (component) => stems.get(component) ?? typeName(component),
    schema: (component) => schemaName(stems.get(component) ?? component),
    numbered,
  };
}

function rank(component: string, name: string): number {
  return Number(component !== name);
}
