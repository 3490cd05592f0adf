import type { Report } from "../findings.ts";
import { at, isObject, list, member } from "../json.ts";
import { isSchemaObject, walk } from "../schema.ts";
import { statedFacts } from "./extension.ts";
import { componentsOf, isBareResult, resultSchema } from "./methods.ts";
import type { Model } from "./model.ts";
import { envelopeMember, parametersOf, type Rpc } from "./operations.ts";
import { reachable } from "./reachable.ts";
import { deref, partsOf } from "./reference.ts";
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
}

const facts: { readonly [Name in keyof Facts]: Fact<Facts[Name]> } = {
  rpcPath: { canonical: "/", read: (_model, rpc) => rpc.path },
  cardPath: { canonical: "/.well-known/agent-card.json", read: (model) => model.card?.path },
  methods: { canonical: [], read: (model) => model.methods.map(({ name }) => name) },
  paramsSpelling: { canonical: "camelCase", read: (...place) => readSpelling("params", ...place) },
  resultSpelling: { canonical: "camelCase", read: (...place) => readSpelling("result", ...place) },
  sendMessageResult: { canonical: "wrapped", read: readSendMessageResult },
  cardShape: { canonical: "interfaces", read: readCardShape },
  absentVersion: { canonical: "0.3", read: readAbsentVersion },
  requestId: { canonical: { required: false, null: true }, read: readRequestId },
  errorStatus: { canonical: 200, read: readErrorStatus },
};

/** What is particular about the endpoint: `x-a2akit` before the file, the file before the canonical value. */
export function readDialect(model: Model, report: Report): DialectRecord | undefined {
  const { rpc } = model;
  if (!rpc) return undefined;
  const read = Object.entries(facts).map(([name, { read, canonical }]) => {
    const stated = Object.hasOwn(statedFacts, name) ? rpc.extension[name] : undefined;
    return [name, stated ?? read(model, rpc, report) ?? canonical];
  });
  const security = readSecurity(model.document, rpc, report);
  return {
    name: model.name,
    spec: { title: model.title, version: model.version, sha256: model.sha256 },
    ...(Object.fromEntries(read) as Facts),
    ...(security && { security }),
  };
}

const spellings: readonly (readonly [Spelling, RegExp])[] = [
  ["camelCase", /[a-z0-9][A-Z]/],
  ["snake_case", /[a-z0-9]_[a-z0-9]/],
];

/** How the members of all params or of all results are spelled, and of what is below them. */
function readSpelling(side: "params" | "result", model: Model, rpc: Rpc, report: Report): Spelling | undefined {
  const names = new Set<string>();
  for (const component of reachable(model.components, componentsOf(model, side))) {
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
  const found = parametersOf(model.document, rpc).find(
    ({ name, place }) => name.toLowerCase() === "a2a-version" && place === "header",
  );
  if (!found || found.required) return undefined;
  const header = found.node;
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

/** Whether the schema, or each of its branches, requires a member. */
function isRequired({ document }: Model, schema: unknown, name: string): boolean {
  const parts = (node: unknown) => [...partsOf(document, node, ["allOf"])].map((part) => part.node);
  const requires = (node: unknown) => list(member(node, "required")).includes(name);
  const branchesOf = (node: unknown) => ["oneOf", "anyOf"].map((keyword) => list(member(node, keyword)));
  return parts(schema).some(
    (node) =>
      requires(node) ||
      branchesOf(node).some((all) => all.length > 0 && all.every((branch) => parts(branch).some(requires))),
  );
}

function allowsNull({ document }: Model, schema: unknown): boolean {
  return [...partsOf(document, schema, ["oneOf", "anyOf"])].some(
    ({ node }) => !isObject(node) || [node.type].flat().includes("null") || node.nullable === true,
  );
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
