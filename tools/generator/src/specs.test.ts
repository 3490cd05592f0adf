import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { compareWithAjv } from "./agreement/agreement.ts";
import { canonicalMethods } from "./canonical.ts";
import { createValidator } from "./lint/validator.ts";
import { readManifest } from "./manifest.ts";
import { buildFieldTables } from "./model/fields.ts";
import { isSound, readSpec, type SoundSpec } from "./read-spec.ts";
import { repository } from "./testing/repository.ts";

const specs = new Map<string, SoundSpec>();

beforeAll(async () => {
  const folder = join(repository, "specs");
  const { entries, findings } = await readManifest(folder);
  expect(findings).toEqual([]);
  for (const { name, file, overlay } of entries) {
    const spec = await readSpec(join(folder, file), {
      name,
      ...(overlay !== undefined && { overlay: join(folder, overlay) }),
    });
    if (isSound(spec)) specs.set(name, spec);
  }
});

function spec(name: string): SoundSpec {
  const found = specs.get(name);
  if (!found) throw new Error(`${name} has errors`);
  return found;
}

const all = Object.keys(canonicalMethods);
const facts = [
  "rpcPath",
  "cardPath",
  "paramsSpelling",
  "resultSpelling",
  "sendMessageResult",
  "cardShape",
  "absentVersion",
  "requestId",
  "errorStatus",
] as const;
const card = "/.well-known/agent-card.json";

test.each([
  [
    "a2a",
    all,
    ["/", card, "camelCase", "camelCase", "wrapped", "interfaces", "0.3", { required: false, null: true }, 200],
  ],
  [
    "cdq-genius",
    ["SendMessage", "GetTask", "CancelTask"],
    ["/", card, "camelCase", "camelCase", "bare", "flat", "1.0", { required: true, null: false }, 200],
  ],
  [
    "moltrust",
    all,
    ["/a2a", card, "snake_case", "camelCase", "wrapped", "interfaces", "0.3", { required: false, null: true }, 200],
  ],
])("%s is the dialect that its file describes", (name, methods, want) => {
  const { dialect } = spec(name);
  expect(dialect.methods).toEqual(methods);
  expect(facts.map((fact) => dialect[fact])).toEqual(want);
});

test("cdq-genius states an API key, the others leave security to the card", () => {
  expect(spec("cdq-genius").dialect.security).toEqual({
    schemes: { apiKey: { apiKeySecurityScheme: { location: "header", name: "X-API-KEY" } } },
    requirements: [{ schemes: { apiKey: {} } }],
  });
  expect(spec("a2a").dialect.security).toBeUndefined();
  expect(spec("moltrust").dialect.security).toBeUndefined();
});

test("the canonical spec says of the methods what the generator falls back to", () => {
  const rows = spec("a2a").model.methods.map(({ name, params, result, streaming }) => [
    name,
    { params: params.component, result: result.component, ...(streaming && { streaming }) },
  ]);
  expect(Object.fromEntries(rows)).toEqual(canonicalMethods);
});

test("the field table names only what it has", () => {
  const { fields, enums } = buildFieldTables(spec("a2a").model);
  const scalars = new Set(["string", "boolean", "int32", "bytes", "timestamp", "json", "value"]);
  const names = Object.values(fields)
    .flatMap((members) => Object.values(members))
    .map((text) => text.replaceAll(/\[\]|[{}?]/g, ""));
  expect(names.filter((name) => !scalars.has(name) && !(name in fields) && !(name in enums))).toEqual([]);
  expect(fields.Part).toEqual({
    text: "string",
    raw: "bytes",
    url: "string",
    data: "value",
    metadata: "json",
    filename: "string",
    mediaType: "string",
  });
  expect(fields.SecurityRequirement).toEqual({ schemes: "{StringList}" });
  expect(fields.GetTaskRequest?.historyLength).toBe("int32?");
  expect(enums.TaskState?.[3]).toBe("TASK_STATE_COMPLETED");
});

test("every method of the canonical spec has a request and an answer among the examples", () => {
  const { examples } = spec("a2a");
  for (const method of all) {
    expect(
      examples.filter((example) => example.method === method && example.kind === "request"),
      method,
    ).not.toEqual([]);
    expect(
      examples.filter((example) => example.method === method && example.kind === "result"),
      method,
    ).not.toEqual([]);
  }
  expect(examples.filter(({ kind }) => kind === "card")).toHaveLength(1);
  expect(spec("cdq-genius").examples.map(({ name, method, kind }) => [name, method, kind])).toEqual([
    ["SendMessage", "SendMessage", "request"],
    ["GetTask", "GetTask", "request"],
    ["CancelTask", "CancelTask", "request"],
    ["taskCompleted", "SendMessage", "result"],
    ["invalidParams", "SendMessage", "error"],
    ["taskNotFound", "GetTask", "error"],
  ]);
});

test("moltrust's request schema is known to misjudge; nothing else is found in the specs", () => {
  const found = [...specs.values()].flatMap(({ findings }) => findings);
  expect(found.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ["request-refused", "/paths/~1a2a/post/requestBody/content/application~1json/schema"],
    ["request-accepted", "/paths/~1a2a/post/requestBody/content/application~1json/schema"],
  ]);
  expect(found[0]?.witness).toEqual({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: {} });
});

const whole = { message: { message_id: "m", role: "ROLE_USER", parts: [{ text: "x" }] } };

test.each([
  ["refuses", "no params", "ListTasks", {}],
  ["refuses", "an id", "GetTask", { id: "t" }],
  ["refuses", "a whole message", "SendMessage", whole],
  ["accepts", "nonsense", "ListTasks", { id: 1, page_size: "x", message: 1 }],
])("moltrust's request schema %s %s, and the params of the method do not", (verdict, _name, method, params) => {
  const { model } = spec("moltrust");
  const validator = createValidator(model.document);
  const accepts = verdict === "accepts";
  const pointer = "/paths/~1a2a/post/requestBody/content/application~1json/schema";
  expect(validator.checkAt(pointer, { jsonrpc: "2.0", id: 1, method, params }) === "").toBe(accepts);
  const component = model.methods.find(({ name }) => name === method)?.params.component ?? "";
  expect(validator.check(component, params) === "").toBe(!accepts);
});

test.each(["zod", "zod/mini"] as const)(
  "%s agrees with ajv about every component, with formats annotated and asserted",
  async (zod) => {
    const models = [...specs.values()].map(({ model }) => model);
    const { documents, valid, disagreements } = await compareWithAjv(models, { runs: 50, seed: 1, zod });
    expect(disagreements).toEqual([]);
    expect(documents).toBeGreaterThan(10_000);
    expect(valid / documents).toBeGreaterThan(0.25);
    expect(valid / documents).toBeLessThan(0.75);
  },
  120_000,
);
