import type { Rule } from "./findings.ts";
import { fromEntries, isObject, member, type Open } from "./json.ts";
import { join, split } from "./pointer.ts";
import { assertions } from "./schema.ts";

/** What of a document could not be resolved as it says: a keyword, by its JSON pointer, and why. */
interface Unresolved {
  readonly rule: Extract<Rule, "keyword-unsupported" | "ref-assumed">;
  readonly pointer: string;
  readonly message: string;
}

export interface Resolved {
  /** The same document, in which every reference to a schema of its own is a JSON pointer. */
  readonly document: Open;
  readonly unresolved: readonly Unresolved[];
}

/** Where a document is that does not say it (OpenAPI 3.2 `$self`); what is relative is relative to that. */
const NOWHERE = "document:///";

const mentions = /\$(?:id|anchor|dynamicAnchor|dynamicRef|self)\b/;

/** Keywords behind which stands data, in which nothing is a keyword. */
const data = new Set(["example", "examples", "default", "const", "enum", "value"]);

/** Keywords behind which stands a map: its keys are names, whatever they look like. */
const maps = new Set([
  ...Object.keys(assertions).filter((keyword) => assertions[keyword]?.holds === "map"),
  ...["schemas", "$defs", "definitions", "paths", "webhooks", "responses", "headers", "content", "callbacks"],
  ...["requestBodies", "pathItems", "links", "encoding", "securitySchemes", "mediaTypes"],
]);

/**
 * Says references by `$id`, `$anchor` and `$dynamicRef` (JSON Schema 2020-12 core §8.2) as JSON pointers, and takes those keywords away. A
 * `$dynamicRef` means the anchor that the validation has met first; where the document has one anchor of that name, that is the one.
 *
 * `text` is that of the file; most have none of these keywords, and are given back as they are.
 */
export function resolveIdentifiers(document: Open, text: string): Resolved {
  if (!mentions.test(text)) return { document, unresolved: [] };
  const index = collect(document);
  const unresolved: Unresolved[] = [...index.unresolved];
  const rewritten = rewrite(
    document,
    { pointer: "", base: baseOf(document), isMap: false },
    { index, unresolved, document },
  );
  return { document: rewritten as Open, unresolved };
}

interface Index {
  /** URI without fragment → JSON pointer of the schema. */
  readonly resources: Map<string, string>;
  /** URI with fragment → JSON pointer of the schema. */
  readonly anchors: Map<string, string>;
  /** URIs with fragment of the dynamic anchors, by the name of the anchor. */
  readonly dynamic: Map<string, string[]>;
  readonly unresolved: Unresolved[];
}

interface Place {
  readonly pointer: string;
  /** What a URI is relative to here. */
  readonly base: string;
  /** Whether the keys are names. */
  readonly isMap: boolean;
}

function baseOf(document: Open): string {
  const self = member(document, "$self");
  return (typeof self === "string" ? resolve(self, NOWHERE)?.uri : undefined) ?? NOWHERE;
}

/** A URI reference as an absolute URI and its fragment; undefined when it is none. */
function resolve(reference: string, base: string): { readonly uri: string; readonly fragment: string } | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const { href } = new URL(reference, base);
  const [uri = "", fragment = ""] = href.split("#", 2);
  return { uri, fragment: decode(fragment) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function collect(document: Open): Index {
  const root = baseOf(document);
  const index: Index = { resources: new Map([[root, ""]]), anchors: new Map(), dynamic: new Map(), unresolved: [] };
  const open: (readonly [node: unknown, place: Place])[] = [[document, { pointer: "", base: root, isMap: false }]];
  while (open.length > 0) {
    const [node, place] = open.pop() ?? [];
    if (place === undefined) break;
    const base = isObject(node) && !place.isMap ? add(node, place, index) : place.base;
    open.push(...childrenOf(node, { ...place, base }).reverse());
  }
  return index;
}

/** Adds what identifies a schema; gives the base of what is in it. */
function add(node: Open, { pointer, base: outer }: Place, { resources, anchors, dynamic, unresolved }: Index): string {
  const tell = (keyword: string, message: string) =>
    unresolved.push({ rule: "keyword-unsupported", pointer: join(pointer, keyword), message });
  const put = (map: Map<string, string>, uri: string, keyword: string) => {
    if (map.has(uri)) tell(keyword, `another schema has the same ${keyword}; that one counts`);
    else map.set(uri, pointer);
  };
  const id = typeof node.$id === "string" ? resolve(node.$id, outer) : undefined;
  if (id && id.fragment === "") put(resources, id.uri, "$id");
  else if (typeof node.$id === "string") tell("$id", "$id is no URI without a fragment");
  const base = id?.uri ?? outer;
  for (const keyword of ["$anchor", "$dynamicAnchor"] as const) {
    const name = node[keyword];
    if (typeof name !== "string") continue;
    put(anchors, `${base}#${name}`, keyword);
    if (keyword === "$dynamicAnchor") dynamic.set(name, [...(dynamic.get(name) ?? []), `${base}#${name}`]);
  }
  return base;
}

/** What is below a node and may hold schemas. */
function childrenOf(node: unknown, { pointer, base, isMap }: Place): (readonly [unknown, Place])[] {
  if (Array.isArray(node)) return node.map((item, i) => [item, { pointer: join(pointer, i), base, isMap: false }]);
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]): (readonly [unknown, Place])[] =>
    isPassed(key, isMap) ? [[value, { pointer: join(pointer, key), base, isMap: !isMap && maps.has(key) }]] : [],
  );
}

function isPassed(key: string, isName: boolean): boolean {
  return isName || !(data.has(key) || key.startsWith("x-"));
}

interface Rewriting {
  readonly index: Index;
  readonly unresolved: Unresolved[];
  readonly document: Open;
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
function pointerRef(
  reference: string,
  { pointer, base }: Place,
  { index, unresolved, document }: Rewriting,
): string | undefined {
  const target = resolve(reference, base);
  const root = target && index.resources.get(target.uri);
  if (target === undefined || root === undefined) return undefined;
  const { uri, fragment } = target;
  if (fragment !== "" && !fragment.startsWith("/")) return written(index.anchors.get(`${uri}#${fragment}`));
  if (root === "" && reference.startsWith("#")) return reference;
  if (exists(document, root + fragment)) return written(root + fragment);
  // Many who give a schema an `$id` do not know that this moves what `#` means.
  if (!exists(document, fragment)) return undefined;
  const message = `in the schema with the $id ${uri}, ${reference} leads nowhere; the place in the file is taken`;
  unresolved.push({ rule: "ref-assumed", pointer: join(pointer, "$ref"), message });
  return written(fragment);
}

function dynamicRef(reference: string, place: Place, context: Rewriting): string | undefined {
  const leaveOut = (message: string) => {
    const pointer = join(place.pointer, "$dynamicRef");
    context.unresolved.push({ rule: "keyword-unsupported", pointer, message });
    return undefined;
  };
  const target = resolve(reference, place.base);
  const first = pointerRef(reference, place, context);
  if (target === undefined || first === undefined) return leaveOut("$dynamicRef leads nowhere in this file");
  const { fragment, uri } = target;
  const anchors = context.index.dynamic.get(fragment) ?? [];
  const isDynamic = anchors.includes(`${uri}#${fragment}`);
  return isDynamic && anchors.length > 1
    ? leaveOut(`$dynamicRef depends on which of ${anchors.length} schemas with that anchor is met first`)
    : first;
}

function exists(document: Open, pointer: string): boolean {
  let node: unknown = document;
  for (const key of split(pointer)) {
    node = Array.isArray(node) ? node[Number(key)] : member(node, key);
    if (node === undefined) return false;
  }
  return true;
}

function written(pointer: string | undefined): string | undefined {
  return pointer === undefined ? undefined : `#${pointer.split("/").map(encodeURIComponent).join("/")}`;
}
