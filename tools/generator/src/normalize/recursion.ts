import { unused } from "../identifiers.ts";
import { componentRef, split } from "../pointer.ts";
import { annotations, assertions, type Schema, type SchemaObject } from "../schema.ts";

/** A schema that holds itself and had no name. */
interface Recurrent {
  readonly normalized: Schema;
  /** What it says, in terms of the document. */
  readonly written: SchemaObject;
  /** Where in the document it stands. */
  readonly pointer: string;
}

export interface Recursion {
  /** What was given a name, by that. */
  readonly found: ReadonlyMap<string, Recurrent>;
  /**
   * The schema that `build` makes of `written` – unless that is within one that says the same: then a reference to that one, which is given a
   * name if it has none. `component` is the name of the schema, where it has one.
   */
  readonly within: (written: SchemaObject, place: Place, build: () => Schema) => Schema;
}

interface Place {
  readonly pointer: string;
  readonly component?: string | undefined;
  /** Whether something that stands elsewhere was put here. Without that, nothing comes back. */
  readonly isInlined: boolean;
}

interface Open {
  readonly key: string | undefined;
  readonly pointer: string;
  name: string | undefined;
}

/** Finds what would be written out without end: what is followed, and not referred to, can lead back to itself. */
export function createRecursion(components: Iterable<string>): Recursion {
  const taken = new Set(components);
  const names = new Map<string, string>();
  const found = new Map<string, Recurrent>();
  const stack: Open[] = [];

  function nameOf(key: string): string | undefined {
    const known = names.get(key);
    const open = known === undefined ? stack.find((item) => item.key === key) : undefined;
    if (!open) return known;
    open.name ??= unused(nameFor(open.pointer), taken);
    names.set(key, open.name);
    return open.name;
  }

  function within(written: SchemaObject, { pointer, component, isInlined }: Place, build: () => Schema): Schema {
    const key = isInlined || component !== undefined ? keyOf(written) : undefined;
    const known = key === undefined || component !== undefined ? undefined : nameOf(key);
    if (known !== undefined) return refer(known, written);
    const own: Open = { key, pointer, name: component };
    stack.push(own);
    const normalized = build();
    stack.pop();
    if (own.name === undefined || own.name === component) return normalized;
    found.set(own.name, { normalized, written, pointer });
    return refer(own.name, written);
  }

  return { found, within };
}

/** The same for schemas that differ in no more than what describes them. */
function keyOf(schema: SchemaObject): string {
  return JSON.stringify(Object.fromEntries(Object.entries(schema).filter(([keyword]) => !describes(keyword))));
}

function refer(component: string, written: SchemaObject): Schema {
  const described = Object.entries(written).filter(([keyword]) => describes(keyword));
  return { ...(Object.fromEntries(described) as SchemaObject), $ref: componentRef(component) };
}

function describes(keyword: string): boolean {
  return keyword !== "format" && (annotations.has(keyword) || keyword.startsWith("x-"));
}

/** `/components/schemas/Tree/$defs/node` → `TreeNode`. */
function nameFor(pointer: string): string {
  const steps = split(pointer);
  const owner = steps[0] === "components" ? steps[2] : undefined;
  const isName = (step: string) => !(Object.hasOwn(assertions, step) || step.startsWith("$") || /^\d+$/.test(step));
  const last = steps.slice(3).findLast(isName) ?? "item";
  return `${owner ?? ""}${last.charAt(0).toUpperCase()}${last.slice(1)}`;
}
