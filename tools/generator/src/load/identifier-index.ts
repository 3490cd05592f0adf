import type { Rule } from "../findings.ts";
import { isObject, member, type Open } from "../json.ts";
import { join } from "../pointer.ts";
import { assertions } from "../schema.ts";

/** What of a document could not be resolved as it says: a keyword, by its JSON pointer, and why. */
export interface Unresolved {
  readonly rule: Extract<Rule, "keyword-unsupported" | "ref-assumed">;
  readonly pointer: string;
  readonly message: string;
}

/** Where a document is that does not say it (OpenAPI 3.2 `$self`); what is relative is relative to that. */
const NOWHERE = "document:///";

/** Keywords behind which stands data, in which nothing is a keyword. */
const data = new Set(["example", "examples", "default", "const", "enum", "value"]);

/** Keywords behind which stands a map: its keys are names, whatever they look like. */
const maps = new Set([
  ...Object.keys(assertions).filter((keyword) => assertions[keyword]?.holds === "map"),
  ...["schemas", "$defs", "definitions", "paths", "webhooks", "responses", "headers", "content", "callbacks"],
  ...["requestBodies", "pathItems", "links", "encoding", "securitySchemes", "mediaTypes"],
]);

/** What identifies schemas in a document. */
export interface Index {
  /** URI without fragment → JSON pointer of the schema. */
  readonly resources: Map<string, string>;
  /** URI with fragment → JSON pointer of the schema. */
  readonly anchors: Map<string, string>;
  /** URIs with fragment of the dynamic anchors, by the name of the anchor. */
  readonly dynamic: Map<string, string[]>;
  /** JSON pointer of a schema → the URI that it is part of. */
  readonly bases: Map<string, string>;
  readonly unresolved: Unresolved[];
}

export interface Place {
  readonly pointer: string;
  /** What a URI is relative to here. */
  readonly base: string;
  /** Whether the keys are names. */
  readonly isMap: boolean;
}

export function baseOf(document: Open): string {
  const self = member(document, "$self");
  return (typeof self === "string" ? resolve(self, NOWHERE)?.uri : undefined) ?? NOWHERE;
}

/** A URI reference as an absolute URI and its fragment; undefined when it is none. */
export function resolve(
  reference: string,
  base: string,
): { readonly uri: string; readonly fragment: string } | undefined {
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

export function collect(document: Open): Index {
  const root = baseOf(document);
  const index: Index = {
    resources: new Map([[root, ""]]),
    anchors: new Map(),
    dynamic: new Map(),
    bases: new Map(),
    unresolved: [],
  };
  const open: (readonly [node: unknown, place: Place])[] = [[document, { pointer: "", base: root, isMap: false }]];
  while (open.length > 0) {
    const [node, place] = open.pop() ?? [];
    if (place === undefined) break;
    const base = isObject(node) && !place.isMap ? add(node, place, index) : place.base;
    index.bases.set(place.pointer, base);
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
export function childrenOf(node: unknown, { pointer, base, isMap }: Place): (readonly [unknown, Place])[] {
  if (Array.isArray(node)) return node.map((item, i) => [item, { pointer: join(pointer, i), base, isMap: false }]);
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]): (readonly [unknown, Place])[] =>
    isPassed(key, isMap) ? [[value, { pointer: join(pointer, key), base, isMap: !isMap && maps.has(key) }]] : [],
  );
}

function isPassed(key: string, isName: boolean): boolean {
  return isName || !(data.has(key) || key.startsWith("x-"));
}
