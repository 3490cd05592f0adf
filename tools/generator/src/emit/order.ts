import { componentOf } from "../pointer.ts";
import { type Schema, walk } from "../schema.ts";

export interface Ordered {
  readonly name: string;
  readonly schema: Schema;
  /** The components that form a cycle with this one; empty for most. */
  readonly cycle: ReadonlySet<string>;
  /** The components that this one refers to. */
  readonly targets: ReadonlySet<string>;
}

/** Components behind those they refer to (Tarjan's strongly connected components), otherwise in the order of the file. */
export function order(components: ReadonlyMap<string, Schema>): readonly Ordered[] {
  const referred = new Map([...components].map(([name, schema]) => [name, targets(schema)]));
  const targetsOf = (name: string) => referred.get(name) ?? new Set<string>();
  const state = new Map<string, { index: number; low: number; open: boolean }>();
  const stack: string[] = [];
  const result: Ordered[] = [];

  function visit(name: string): number {
    const own = { index: state.size, low: state.size, open: true };
    state.set(name, own);
    stack.push(name);
    for (const target of targetsOf(name)) {
      const other = state.get(target);
      if (!components.has(target)) continue;
      if (!other) own.low = Math.min(own.low, visit(target));
      else if (other.open) own.low = Math.min(own.low, other.index);
    }
    if (own.low === own.index) close(name);
    return own.low;
  }

  function close(name: string): void {
    const group = stack.splice(stack.indexOf(name));
    const cyclic = group.length > 1 || targetsOf(name).has(name);
    for (const item of group) {
      const entry = state.get(item);
      if (entry) entry.open = false;
      const schema = components.get(item) ?? true;
      result.push({ name: item, schema, cycle: new Set(cyclic ? group : []), targets: targetsOf(item) });
    }
  }

  for (const name of components.keys()) if (!state.has(name)) visit(name);
  return result;
}

function targets(schema: Schema): ReadonlySet<string> {
  const names = walk(schema).flatMap(({ $ref }) => ($ref === undefined ? [] : [componentOf($ref) ?? ""]));
  return new Set(names);
}
