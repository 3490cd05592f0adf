import { canonicalMethods } from "./canonical.ts";
import type { Report } from "./findings.ts";
import { at, entries, isObject, type JsonObject, member, strings } from "./json.ts";
import { envelopeMember, type Rpc } from "./operations.ts";
import { componentOf, componentRef, join } from "./pointer.ts";
import { deref } from "./reference.ts";

/** A component of the file itself, or (`a2a#Task`) of the canonical spec. */
export interface TypeRef {
  readonly component: string;
  readonly canonical: boolean;
}

export interface MethodEntry {
  readonly name: string;
  readonly params: TypeRef;
  readonly result: TypeRef;
  readonly streaming: boolean;
}

/** The component that holds an unnamed result of SendMessage. */
const BARE_RESULT = "SendMessageResult";

/** The methods in canonical order, and the component schemas with those that only had a place and no name. */
export function readMethods(document: JsonObject, rpc: Rpc | undefined, report: Report) {
  const written = entries(at(document, "components", "schemas"));
  const schemas = new Map(written);
  if (!rpc) return { schemas: Object.fromEntries(schemas), methods: [] };
  const stated = rpc.extension.methods;
  const offered = offeredMethods(document, rpc);
  const bare = stated === undefined ? bareResult(document, rpc) : undefined;
  if (bare !== undefined && !schemas.has(BARE_RESULT)) schemas.set(BARE_RESULT, bare);
  const names = stated === undefined ? offered : entries(stated).map(([name]) => name);
  if (stated !== undefined && offered.length > 0) compareNames(names, offered, rpc, report);
  if (names.length === 0) report("methods-unknown", rpc.pointer, "no method is named");
  const known = names.filter((name) => {
    if (Object.hasOwn(canonicalMethods, name)) return true;
    report("method-not-canonical", rpc.pointer, `${name} is no method of A2A 1.0`);
    return false;
  });
  const order = Object.keys(canonicalMethods);
  const methods = known
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((name) =>
      stated === undefined ? guess(name, schemas, bare !== undefined) : readRow(name, at(stated, name), rpc, report),
    )
    .filter((entry) => entry !== undefined);
  for (const { name, params, result } of methods) {
    for (const ref of [params, result]) {
      if (ref.canonical || schemas.has(ref.component)) continue;
      report(
        "component-missing",
        join(rpc.pointer, "x-a2akit", "methods", name),
        `there is no component ${ref.component}`,
      );
    }
  }
  return { schemas: Object.fromEntries(schemas), methods };
}

function readRow(name: string, row: unknown, rpc: Rpc, report: Report): MethodEntry | undefined {
  const params = member(row, "params");
  const result = member(row, "result");
  const streaming = member(row, "streaming") ?? canonicalMethods[name]?.streaming ?? false;
  if (typeof params === "string" && typeof result === "string" && typeof streaming === "boolean") {
    return { name, params: parseTypeRef(params), result: parseTypeRef(result), streaming };
  }
  report(
    "extension-invalid",
    join(rpc.pointer, "x-a2akit", "methods", name),
    "needs params and result, both names of components",
  );
  return undefined;
}

function parseTypeRef(text: string): TypeRef {
  return text.startsWith("a2a#")
    ? { component: text.slice(4), canonical: true }
    : { component: text, canonical: false };
}

/** Without a table, the file's component of the canonical name, else the canonical component. */
function guess(name: string, schemas: ReadonlyMap<string, unknown>, bare: boolean): MethodEntry | undefined {
  const row = canonicalMethods[name];
  if (!row) return undefined;
  const ref = (component: string): TypeRef => ({ component, canonical: !schemas.has(component) });
  const result = name === "SendMessage" && bare ? BARE_RESULT : row.result;
  return { name, params: ref(row.params), result: ref(result), streaming: row.streaming ?? false };
}

/** What the file says: the values that `method` may take, else the methods of the request examples. */
function offeredMethods(document: JsonObject, rpc: Rpc): string[] {
  const values = methodValues(document, rpc.envelope);
  if (values.length > 0) return [...new Set(values)];
  const media = at(deref(document, rpc.operation.requestBody), "content", "application/json");
  const bodies = [
    member(media, "example"),
    ...entries(member(media, "examples")).map(([, example]) => at(example, "value")),
  ];
  return [...new Set(bodies.map((body) => member(body, "method")).filter((name) => typeof name === "string"))];
}

function methodValues(document: JsonObject, schema: unknown, depth = 0): string[] {
  const node = deref(document, schema);
  if (!isObject(node) || depth > 16) return [];
  const property = deref(document, at(node, "properties", "method"));
  const constant = member(property, "const");
  const own = [...strings(member(property, "enum")), ...(typeof constant === "string" ? [constant] : [])];
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((keyword) =>
    Array.isArray(node[keyword]) ? (node[keyword] as unknown[]) : [],
  );
  return [...own, ...parts.flatMap((part) => methodValues(document, part, depth + 1))];
}

function compareNames(stated: readonly string[], offered: readonly string[], rpc: Rpc, report: Report): void {
  const missing = offered.filter((name) => !stated.includes(name));
  const extra = stated.filter((name) => !offered.includes(name));
  const pointer = join(rpc.pointer, "x-a2akit", "methods");
  if (missing.length > 0) report("facts-disagree", pointer, `the file also names ${missing.join(", ")}`);
  if (extra.length > 0) report("facts-disagree", pointer, `the file does not name ${extra.join(", ")}`);
}

/** The schema of `result` in a success response, as it stands in the file. */
export function resultSchema(document: JsonObject, rpc: Rpc): unknown {
  const response = deref(document, at(rpc.operation, "responses", "200"));
  return envelopeMember(document, at(response, "content", "application/json", "schema"), "result");
}

/** Whether `schema` is a Task or a Message, not an object that holds one; undefined when it is neither. */
export function isBareResult(document: JsonObject, schema: unknown): boolean | undefined {
  const names = referredNames(document, schema);
  if (names.some((name) => name === "SendMessageResponse") || at(deref(document, schema), "properties", "task"))
    return false;
  return names.length > 0 && names.every((name) => name === "Task" || name === "Message") ? true : undefined;
}

function referredNames(document: JsonObject, schema: unknown): string[] {
  const ref = member(schema, "$ref");
  const name = typeof ref === "string" ? componentOf(ref) : undefined;
  const target = deref(document, schema);
  const parts = ["oneOf", "anyOf"].flatMap((keyword) => {
    const list = member(target, keyword);
    return Array.isArray(list) ? list : [];
  });
  if (parts.length > 0) return parts.flatMap((part) => referredNames(document, part));
  return name === undefined ? [] : [name];
}

function bareResult(document: JsonObject, rpc: Rpc): unknown {
  const schema = resultSchema(document, rpc);
  if (isBareResult(document, schema) !== true) return undefined;
  const ref = member(schema, "$ref");
  return typeof ref === "string" && componentOf(ref) ? { $ref: componentRef(componentOf(ref) ?? "") } : schema;
}
