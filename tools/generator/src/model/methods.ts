import { CANONICAL, canonicalMethods } from "../canonical.ts";
import { didYouMean } from "../did-you-mean.ts";
import type { Report } from "../findings.ts";
import { at, entries, type JsonObject, list, member, stringOr, strings } from "../json.ts";
import { componentOf, componentRef, join } from "../pointer.ts";
import type { Model } from "./model.ts";
import { envelopeMember, type Rpc } from "./operations.ts";
import { deref, partsOf } from "./reference.ts";

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
  const bare = stated === undefined ? bareResult(document, rpc) : undefined;
  if (bare !== undefined && !schemas.has(BARE_RESULT)) schemas.set(BARE_RESULT, bare);
  const names = stated === undefined ? offeredMethods(document, rpc) : entries(stated).map(([name]) => name);
  if (stated !== undefined) compareNames(names, document, rpc, report);
  const ownParams = stated === undefined ? branchParams(document, rpc) : new Map<string, string>();
  const known = new Set(names.filter((name) => Object.hasOwn(canonicalMethods, name)));
  const unknown = stated === undefined ? names.filter((name) => !known.has(name)) : [];
  for (const name of unknown) report("method-not-canonical", rpc.pointer, `${name} is no method of A2A 1.0`);
  if (names.length === unknown.length) report("methods-unknown", rpc.pointer, "no method of A2A 1.0 is named");
  const methods = Object.keys(canonicalMethods)
    .filter((name) => known.has(name))
    .map((name) =>
      stated === undefined ? guess(name, schemas, bare !== undefined, ownParams) : readRow(name, at(stated, name)),
    )
    .filter((entry) => entry !== undefined);
  return { schemas: Object.fromEntries(schemas), methods };
}

/** A row of the table; undefined when it is none, which has been told already. */
function readRow(name: string, row: unknown): MethodEntry | undefined {
  const params = member(row, "params");
  const result = member(row, "result");
  const streaming = member(row, "streaming") ?? canonicalMethods[name]?.streaming ?? false;
  if (typeof params !== "string" || typeof result !== "string" || typeof streaming !== "boolean") return undefined;
  return { name, params: parseTypeRef(params), result: parseTypeRef(result), streaming };
}

function parseTypeRef(text: string): TypeRef {
  const prefix = `${CANONICAL}#`;
  return text.startsWith(prefix)
    ? { component: text.slice(prefix.length), canonical: true }
    : { component: text, canonical: false };
}

/** Every component of the table must exist, in the file itself or, where `canonical` is known, in the canonical one. */
export function checkTypeRefs(model: Model, canonical: ReadonlySet<string> | undefined, report: Report): void {
  const { rpc, components, methods } = model;
  if (!rpc) return;
  const table = rpc.extension.methods === undefined ? undefined : join(rpc.pointer, "x-a2akit", "methods");
  for (const method of methods) {
    for (const side of ["params", "result"] as const) {
      const ref = method[side];
      const known = ref.canonical ? canonical : new Set(components.keys());
      if (known === undefined || known.has(ref.component)) continue;
      const where = ref.canonical ? "the canonical spec has" : "there is";
      const message = `${where} no component ${ref.component}${didYouMean(ref.component, [...known])}`;
      report("component-missing", table === undefined ? rpc.pointer : join(table, method.name, side), message);
    }
  }
}

/** The components of the file itself that its methods take or give. */
export function componentsOf({ methods }: Pick<Model, "methods">, side: "params" | "result"): readonly string[] {
  return methods.map((method) => method[side]).flatMap(({ component, canonical }) => (canonical ? [] : [component]));
}

/** Without a table, the params that a branch of the request names, else the file's component of the canonical name, else the canonical one. */
function guess(
  name: string,
  schemas: ReadonlyMap<string, unknown>,
  bare: boolean,
  ownParams: ReadonlyMap<string, string>,
): MethodEntry | undefined {
  const row = canonicalMethods[name];
  if (!row) return undefined;
  const ref = (component: string): TypeRef => ({ component, canonical: !schemas.has(component) });
  const result = name === "SendMessage" && bare ? BARE_RESULT : row.result;
  return {
    name,
    params: ref(ownParams.get(name) ?? row.params),
    result: ref(result),
    streaming: row.streaming ?? false,
  };
}

/** What the file says: the values that `method` may take, else the methods of the request examples. */
function offeredMethods(document: JsonObject, rpc: Rpc): string[] {
  const values = methodValues(document, rpc.envelope);
  return values.length > 0 ? [...new Set(values)] : [...new Set(exampleMethods(document, rpc))];
}

function exampleMethods(document: JsonObject, rpc: Rpc): string[] {
  const media = at(deref(document, rpc.operation.requestBody), "content", "application/json");
  const bodies = [
    member(media, "example"),
    ...entries(member(media, "examples")).map(([, example]) => at(example, "value")),
  ];
  return bodies.map((body) => member(body, "method")).filter((name) => typeof name === "string");
}

function methodValues(document: JsonObject, schema: unknown): string[] {
  return [...partsOf(document, schema)].flatMap(({ node }) => valuesOfMethod(document, node));
}

/** The values that one schema, without what it is composed of, allows for `method`. */
function valuesOfMethod(document: JsonObject, schema: unknown): string[] {
  const property = deref(document, at(schema, "properties", "method"));
  const constant = member(property, "const");
  return [...strings(member(property, "enum")), ...(typeof constant === "string" ? [constant] : [])];
}

/** The component of the params of each method that has a branch of the request to itself. */
function branchParams(document: JsonObject, rpc: Rpc): ReadonlyMap<string, string> {
  const found = [...partsOf(document, rpc.envelope, ["oneOf", "anyOf"])].flatMap(({ node }) => {
    const parts = [...partsOf(document, node, ["allOf"])].map((part) => part.node);
    const names = new Set(parts.flatMap((part) => valuesOfMethod(document, part)));
    const refs = parts.map((part) => componentOf(stringOr(at(part, "properties", "params", "$ref"), "")));
    const [params] = refs.filter((ref) => ref !== undefined);
    return names.size === 1 && params !== undefined ? [...names].map((name) => [name, params] as const) : [];
  });
  return new Map(found);
}

/** The table may not name what the file refuses, and should name all that the file does. */
function compareNames(stated: readonly string[], document: JsonObject, rpc: Rpc, report: Report): void {
  const pointer = join(rpc.pointer, "x-a2akit", "methods");
  const offered = offeredMethods(document, rpc);
  const isMisspelled = stated.some((name) => !Object.hasOwn(canonicalMethods, name));
  const missing = isMisspelled ? [] : offered.filter((name) => !stated.includes(name));
  if (missing.length > 0) report("facts-disagree", pointer, `the file also names ${missing.join(", ")}`);
  const values = methodValues(document, rpc.envelope);
  const refused = stated.filter((name) => Object.hasOwn(canonicalMethods, name) && !values.includes(name));
  for (const name of values.length > 0 ? refused : [])
    report("extension-invalid", join(pointer, name), `${name} is none of the methods that the request body may name`);
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

/** The components that a schema, or each branch of it, refers to. */
function referredNames(document: JsonObject, schema: unknown): string[] {
  const branching = ["oneOf", "anyOf"];
  return [...partsOf(document, schema, branching)]
    .filter(({ node }) => branching.every((keyword) => list(member(node, keyword)).length === 0))
    .flatMap(({ written }) => componentOf(stringOr(member(written, "$ref"), "")) ?? []);
}

function bareResult(document: JsonObject, rpc: Rpc): unknown {
  const schema = resultSchema(document, rpc);
  if (isBareResult(document, schema) !== true) return undefined;
  const ref = member(schema, "$ref");
  return typeof ref === "string" && componentOf(ref) ? { $ref: componentRef(componentOf(ref) ?? "") } : schema;
}
