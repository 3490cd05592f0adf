import { at, fromEntries, isObject, type Open, sameJson } from "../json.ts";
import { componentRef, join, split } from "../pointer.ts";
import { createCopies, dependsOnWay, MAX_DYNAMIC_COPIES, sameBindings } from "./dynamic-copies.ts";
import { createDynamicScope, type DynamicScope, type Entry } from "./dynamic-scope.ts";
import { findTarget } from "./find-target.ts";
import { baseOf, childrenOf, collect, type Index, type Place, resolve, type Unresolved } from "./identifier-index.ts";

export interface Resolved {
  /** The same document, in which every reference to a schema of its own is a JSON pointer. */
  readonly document: Open;
  /** Component that the document was given → JSON pointer of the schema that it is once more. */
  readonly copies: ReadonlyMap<string, string>;
  readonly unresolved: readonly Unresolved[];
}

const mentions = /\$(?:id|anchor|dynamicAnchor|dynamicRef|self)\b/;

/**
 * Says references by `$id`, `$anchor` and `$dynamicRef` (JSON Schema 2020-12 core §8.2) as JSON pointers, and takes those keywords away. A
 * `$dynamicRef` means the anchor of the outermost schema that was entered and has it. So where there are several, a schema with one may be another
 * one for each way to it, and becomes a component for each.
 *
 * `text` is that of the file; most have none of these keywords, and are given back as they are.
 */
export function resolveIdentifiers(document: Open, text: string): Resolved {
  if (!mentions.test(text)) return { document, copies: new Map(), unresolved: [] };
  const index = collect(document);
  const unresolved: Unresolved[] = [...index.unresolved];
  const scope = createDynamicScope(index);
  const copies = createCopies(Object.keys(Object(at(document, "components", "schemas"))));
  const context = { index, unresolved, document, scope, copies };
  const rewritten = rewrite(document, { pointer: "", base: baseOf(document), isMap: false }, context) as Open;
  const schemas: [string, unknown][] = [];
  for (const { name, ...entry } of copies.made) {
    const place = { pointer: entry.pointer, base: baseAround(entry.pointer, index), isMap: false };
    schemas.push([name, rewrite(at(document, ...split(entry.pointer)), place, { ...context, entry })]);
  }
  return {
    document: schemas.length === 0 ? rewritten : withSchemas(rewritten, fromEntries(schemas)),
    copies: new Map(copies.made.map(({ name, pointer }) => [name, pointer] as const)),
    unresolved: unresolved.filter((own, i) => unresolved.findIndex((other) => sameJson(own, other)) === i),
  };
}

function withSchemas(document: Open, schemas: Open): Open {
  const components = Object(document.components);
  return { ...document, components: { ...components, schemas: { ...components.schemas, ...schemas } } };
}

/** What an `$id` at this place is relative to. */
function baseAround(pointer: string, { bases }: Index): string {
  return bases.get(join("", ...split(pointer).slice(0, -1))) ?? bases.get("") ?? "";
}

interface Rewriting {
  readonly index: Index;
  readonly unresolved: Unresolved[];
  readonly document: Open;
  readonly scope: DynamicScope;
  readonly copies: ReturnType<typeof createCopies>;
  /** What is being written once more; absent for the document itself. */
  readonly entry?: Entry;
}

const identifying = new Set(["$id", "$anchor", "$dynamicAnchor", "$dynamicRef"]);

function rewrite(node: unknown, place: Place, context: Rewriting): unknown {
  const isSchema = isObject(node) && !place.isMap;
  const base =
    isSchema && typeof node.$id === "string" ? (resolve(node.$id, place.base)?.uri ?? place.base) : place.base;
  const inside = { ...place, base };
  const changed = new Map(
    childrenOf(node, inside).map(([child, below]) => [below.pointer, rewrite(child, below, context)]),
  );
  const childOf = (key: string | number, value: unknown) => changed.get(join(place.pointer, key)) ?? value;
  if (Array.isArray(node)) return node.map((item, i) => childOf(i, item));
  if (!isObject(node)) return node;
  const pairs = Object.entries(node).map(([key, value]) => [key, childOf(key, value)] as const);
  if (place.isMap) return fromEntries(pairs);
  const kept = fromEntries(pairs.filter(([key, value]) => !(identifying.has(key) && typeof value === "string")));
  const own =
    typeof node.$ref === "string" ? { ...kept, $ref: pointerRef(node.$ref, inside, context) ?? node.$ref } : kept;
  const dynamic = typeof node.$dynamicRef === "string" ? dynamicRef(node.$dynamicRef, inside, context) : undefined;
  if (dynamic === undefined) return own;
  const allOf = Array.isArray(kept.allOf) ? kept.allOf : [];
  return typeof node.$ref === "string" ? { ...own, allOf: [...allOf, { $ref: dynamic }] } : { ...own, $ref: dynamic };
}

/** The reference as a pointer into the document; undefined when it leads elsewhere. */
function pointerRef(reference: string, place: Place, context: Rewriting): string | undefined {
  const { index, unresolved, document } = context;
  const target = findTarget(reference, place.base, { index, document });
  if (target === undefined) return undefined;
  if (target.isAssumed) {
    const message = `in the schema with the $id ${place.base}, ${reference} leads nowhere; the place in the file is taken`;
    unresolved.push({ rule: "ref-assumed", pointer: join(place.pointer, "$ref"), message });
  }
  return leadTo(target.pointer, place, context);
}

/** A reference to the schema, as it is for who comes from this place; undefined when it cannot be written for them. */
function leadTo(pointer: string, place: Place, context: Rewriting): string | undefined {
  const { scope, copies, entry, unresolved } = context;
  if (!scope.isNeeded || !dependsOnWay(pointer, context)) return written(pointer);
  const bindings = scope.enter(scope.at(place.pointer, entry), pointer);
  if (sameBindings(bindings, scope.at(pointer))) return written(pointer);
  const name = copies.of({ pointer, bindings });
  if (name !== undefined) return componentRef(name);
  const message = `$dynamicRef makes more than ${MAX_DYNAMIC_COPIES} schemas of those that there are`;
  unresolved.push({ rule: "keyword-unsupported", pointer: place.pointer, message });
  return written(pointer);
}

function dynamicRef(reference: string, place: Place, context: Rewriting): string | undefined {
  const { index, document, scope, entry, unresolved } = context;
  const target = findTarget(reference, place.base, { index, document });
  if (target === undefined) {
    const pointer = join(place.pointer, "$dynamicRef");
    unresolved.push({ rule: "keyword-unsupported", pointer, message: "$dynamicRef leads nowhere in this file" });
    return undefined;
  }
  const { uri, fragment } = resolve(reference, place.base) ?? { uri: "", fragment: "" };
  const isDynamic = index.dynamic.get(fragment)?.includes(`${uri}#${fragment}`) === true;
  const bound = isDynamic ? scope.at(place.pointer, entry).get(fragment) : undefined;
  return leadTo(bound ?? target.pointer, place, context);
}

function written(pointer: string): string {
  return `#${pointer.split("/").map(encodeURIComponent).join("/")}`;
}
