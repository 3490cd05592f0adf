import type { Report } from "./findings.ts";
import { at, isObject, member } from "./json.ts";
import { isBareResult, resultSchema, type TypeRef } from "./methods.ts";
import type { Model } from "./model.ts";
import { envelopeMember, type Rpc } from "./operations.ts";
import { componentOf, join } from "./pointer.ts";
import { deref } from "./reference.ts";
import { isSchemaObject, walk } from "./schema.ts";
import { readSecurity, type Security } from "./security.ts";

type Spelling = "camelCase" | "snake_case";

/** The facts in which A2A endpoints differ; see `Dialect` in @a2akit/protocol. */
export interface Facts {
  readonly rpcPath: string;
  readonly cardPath: string;
  readonly methods: readonly string[];
  readonly paramsSpelling: Spelling;
  readonly resultSpelling: Spelling;
  readonly sendMessageResult: "wrapped" | "bare";
  readonly cardShape: "interfaces" | "flat";
  readonly absentVersion: string;
  readonly requestId: { readonly required: boolean; readonly null: boolean };
  readonly errorStatus: 200 | "mapped";
}

export interface DialectRecord extends Facts {
  readonly name: string;
  readonly spec: { readonly title: string; readonly version: string; readonly sha256: string };
  readonly security?: Security;
}

interface Fact<T> {
  /** What A2A 1.0 says; stands where the file is silent. */
  readonly canonical: T;
  /** What the file says; undefined when it is silent. */
  readonly read: (model: Model, rpc: Rpc, report: Report) => T | undefined;
  /** The values that `x-a2akit` may set; absent where it may not set any. */
  readonly stated?: (value: unknown) => boolean;
}

const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown) =>
    values.includes(value);

const facts: { readonly [Name in keyof Facts]: Fact<Facts[Name]> } = {
  rpcPath: { canonical: "/", read: (_model, rpc) => rpc.path },
  cardPath: { canonical: "/.well-known/agent-card.json", read: (model) => model.card?.path },
  methods: { canonical: [], read: (model) => model.methods.map(({ name }) => name) },
  paramsSpelling: {
    canonical: "camelCase",
    read: (model, rpc, report) =>
      readSpelling(
        model,
        rpc,
        report,
        model.methods.map(({ params }) => params),
      ),
    stated: oneOf("camelCase", "snake_case"),
  },
  resultSpelling: {
    canonical: "camelCase",
    read: (model, rpc, report) =>
      readSpelling(
        model,
        rpc,
        report,
        model.methods.map(({ result }) => result),
      ),
    stated: oneOf("camelCase", "snake_case"),
  },
  sendMessageResult: { canonical: "wrapped", read: readSendMessageResult, stated: oneOf("wrapped", "bare") },
  cardShape: { canonical: "interfaces", read: readCardShape, stated: oneOf("interfaces", "flat") },
  absentVersion: { canonical: "0.3", read: readAbsentVersion, stated: (value) => /^\d+\.\d+$/.test(String(value)) },
  requestId: { canonical: { required: false, null: true }, read: readRequestId },
  errorStatus: { canonical: 200, read: readErrorStatus, stated: oneOf(200, "mapped") },
};

/** What is particular about the endpoint: `x-a2akit` before the file, the file before the canonical value. */
export function readDialect(model: Model, report: Report): DialectRecord | undefined {
  const { rpc } = model;
  if (!rpc) return undefined;
  for (const key of Object.keys(rpc.extension)) {
    const known = key === "methods" || key === "errors" || Object.hasOwn(facts, key);
    if (!known) report("extension-invalid", join(rpc.pointer, "x-a2akit", key), `${key} is not known here`);
  }
  const read = Object.entries(facts).map(([name, fact]) => [
    name,
    readFact(name, fact as Fact<unknown>, model, rpc, report),
  ]);
  const security = readSecurity(model.document, rpc, report);
  return {
    name: model.name,
    spec: { title: model.title, version: model.version, sha256: model.sha256 },
    ...(Object.fromEntries(read) as Facts),
    ...(security && { security }),
  };
}

function readFact(name: string, fact: Fact<unknown>, model: Model, rpc: Rpc, report: Report): unknown {
  const stated = name === "methods" ? undefined : rpc.extension[name];
  if (stated !== undefined) {
    if (fact.stated?.(stated)) return stated;
    report(
      "extension-invalid",
      join(rpc.pointer, "x-a2akit", name),
      `${JSON.stringify(stated)} is no value for ${name}`,
    );
  }
  return fact.read(model, rpc, report) ?? fact.canonical;
}

const spellings: readonly (readonly [Spelling, RegExp])[] = [
  ["camelCase", /[a-z0-9][A-Z]/],
  ["snake_case", /[a-z0-9]_[a-z0-9]/],
];

/** How the members of these components, and of those below them, are spelled. */
function readSpelling(model: Model, rpc: Rpc, report: Report, roots: readonly TypeRef[]): Spelling | undefined {
  const names = new Set<string>();
  for (const component of reachable(
    model,
    roots.filter(({ canonical }) => !canonical).map((ref) => ref.component),
  )) {
    for (const schema of walk(model.components.get(component) ?? true)) {
      for (const name of Object.keys(schema.properties ?? {})) names.add(name);
    }
  }
  const used = spellings.flatMap(([spelling, pattern]) => {
    const example = [...names].find((name) => pattern.test(name));
    return example ? [{ spelling, example }] : [];
  });
  if (used.length > 1)
    report(
      "facts-disagree",
      rpc.pointer,
      `members are spelled in two ways: ${used.map(({ example }) => example).join(" and ")}`,
    );
  return used[0]?.spelling;
}

/** The components that these refer to, directly or not, themselves included. */
export function reachable(model: Pick<Model, "components">, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const schema of walk(model.components.get(name) ?? true)) {
      const target = schema.$ref === undefined ? undefined : componentOf(schema.$ref);
      if (target !== undefined) visit(target);
    }
  };
  for (const root of roots) visit(root);
  return found;
}

function readSendMessageResult(model: Model, rpc: Rpc) {
  const result = model.methods.find(({ name }) => name === "SendMessage")?.result;
  if (result?.canonical) return undefined;
  const schema = result ? { $ref: `#/components/schemas/${result.component}` } : resultSchema(model.document, rpc);
  const bare = isBareResult(model.document, schema) ?? isBareResult(model.document, resultSchema(model.document, rpc));
  return bare === undefined ? undefined : bare ? "bare" : "wrapped";
}

function readCardShape(model: Model) {
  const card = model.components.get(model.card?.component ?? "AgentCard");
  const properties = isSchemaObject(card) ? (card.properties ?? {}) : {};
  if ("supportedInterfaces" in properties) return "interfaces";
  return "url" in properties ? "flat" : undefined;
}

/** A required header leaves an absent one to the protocol (§3.6.2: 0.3); an optional one stands for the version that it names. */
function readAbsentVersion(model: Model, rpc: Rpc): string | undefined {
  const parameters = Array.isArray(rpc.operation.parameters) ? (rpc.operation.parameters as unknown[]) : [];
  const header = parameters
    .map((parameter) => deref(model.document, parameter))
    .find(
      (parameter) =>
        String(member(parameter, "name")).toLowerCase() === "a2a-version" && member(parameter, "in") === "header",
    );
  if (!header || member(header, "required") === true) return undefined;
  const schema = deref(model.document, member(header, "schema"));
  const values = [
    member(schema, "default"),
    member(schema, "const"),
    at(schema, "enum", "0"),
    member(header, "example"),
    member(schema, "example"),
  ];
  return values.find((value) => typeof value === "string");
}

function readRequestId(model: Model, rpc: Rpc) {
  const id = envelopeMember(model.document, rpc.envelope, "id");
  if (id === undefined) return undefined;
  const required = isRequired(model, rpc.envelope, "id");
  return { required, null: allowsNull(model, id) };
}

function isRequired(model: Model, schema: unknown, name: string): boolean {
  const node = deref(model.document, schema);
  if (!isObject(node)) return false;
  const parts = Array.isArray(node.allOf) ? (node.allOf as unknown[]) : [];
  return (
    (Array.isArray(node.required) && node.required.includes(name)) ||
    parts.some((part) => isRequired(model, part, name))
  );
}

function allowsNull(model: Model, schema: unknown): boolean {
  const node = deref(model.document, schema);
  if (!isObject(node)) return true;
  const types = [node.type].flat();
  const branches = [node.oneOf, node.anyOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return types.includes("null") || node.nullable === true || branches.some((branch) => allowsNull(model, branch));
}

/** Errors come with 200 unless only other responses have room for one. */
function readErrorStatus(model: Model, rpc: Rpc): 200 | "mapped" | undefined {
  const hasError = (status: string) => {
    const response = deref(model.document, at(rpc.operation, "responses", status));
    return envelopeMember(model.document, at(response, "content", "application/json", "schema"), "error") !== undefined;
  };
  if (hasError("200")) return 200;
  const others = isObject(rpc.operation.responses) ? Object.keys(rpc.operation.responses) : [];
  return others.some((status) => /^[45]/.test(status) && hasError(status)) ? "mapped" : undefined;
}
