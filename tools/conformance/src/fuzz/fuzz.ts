import { randomInt } from "node:crypto";
import fc from "fast-check";
import { script } from "../peer.ts";

/** One request to throw at a server. */
export interface Shot {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const SCRIPTS = [
  "message:x",
  "throw",
  "task:work;art:a:x;done",
  "task:input:q",
  "task:echo;done",
  "task:work;throw",
  "",
];
const PUSH = {
  taskId: "t",
  url: "https://example.com/hook",
  id: "p",
  authentication: { scheme: "Bearer", credentials: "c" },
};

/** Well-formed requests to start from. */
const REQUESTS: readonly unknown[] = [
  ...SCRIPTS.flatMap((text) =>
    ["SendMessage", "SendStreamingMessage"].map((method) => ({ method, params: whole(text) })),
  ),
  ...["GetTask", "CancelTask", "SubscribeToTask"].map((method) => ({ method, params: { id: "t", historyLength: 1 } })),
  {
    method: "ListTasks",
    params: { contextId: "c", status: "TASK_STATE_WORKING", pageSize: 5, pageToken: "x", includeArtifacts: true },
  },
  ...["Create", "Get", "Delete"].map((verb) => ({ method: `${verb}TaskPushNotificationConfig`, params: PUSH })),
  { method: "ListTaskPushNotificationConfigs", params: { taskId: "t", pageSize: 1 } },
  { method: "GetExtendedAgentCard", params: {} },
].map((request) => ({ jsonrpc: "2.0", id: 1, ...request }));

function whole(text: string) {
  const more = [
    { data: { a: [1] }, mediaType: "application/json" },
    { raw: "AAEC" },
    { url: "https://files.example/f" },
  ];
  const { message } = script(text, { more, metadata: { a: 1 }, contextId: "c" });
  const configuration = { historyLength: 2, returnImmediately: false, acceptedOutputModes: ["text/plain"] };
  return {
    message: { ...message, extensions: ["urn:x"], referenceTaskIds: ["t"] },
    configuration,
    metadata: {},
    tenant: "",
  };
}

const NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "message_id",
  "messageId",
  "parts",
  "text",
  "raw",
  "data",
  "id",
  "",
  "\u0000",
  "é",
  "length",
];
const nasty = fc.constantFrom<unknown>(
  ...[
    "",
    "\u0000",
    "\ud800",
    "__proto__",
    "9".repeat(400),
    "x".repeat(5_000),
    "2026-02-30T25:61:61Z",
    "TASK_STATE_WORKING",
    "ROLE_USER",
    "=",
    "A",
  ],
  ...[0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -0, null, true, false],
  ...[[], {}, [[]], [null], { kind: "text" }, { text: "x", url: "y" }, nested(70), nested(400)],
);
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = level % 2 ? { a: value } : [value];
  return value;
}

const anything = fc.oneof(nasty, fc.jsonValue({ maxDepth: 4 }));
const change = fc.record({
  place: fc.nat(),
  kind: fc.constantFrom("set", "delete", "add", "copy"),
  name: fc.constantFrom(...NAMES),
  value: anything,
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const write = (value: unknown): string => JSON.stringify(value) ?? "";
const cutAt = (text: string, cut: number): string => text.slice(0, cut % (text.length + 1));

/** Requests with a few changes, plain JSON, and bytes that are hardly JSON at all, with odd headers. */
export const shots: fc.Arbitrary<Shot> = fc.record({
  body: fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .tuple(fc.constantFrom(...REQUESTS), fc.array(change, { maxLength: 4 }))
        .map(([value, changes]) => write(changes.reduce(apply, structuredClone(value)))),
    },
    { weight: 1, arbitrary: anything.map(write) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...REQUESTS), fc.nat()).map(([value, cut]) => cutAt(write(value), cut)),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  ),
  headers: fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.record({
        "a2a-extensions": fc.constantFrom("urn:a2akit:event-log:1", ",,", "x".repeat(3_000)),
        "last-event-id": fc.constantFrom("1", "-1", "NaN", ""),
      }),
    },
    { weight: 1, arbitrary: fc.record({ "a2a-version": fc.constantFrom("1.0", "1.0.0.0", "v1", "0.3", "1e0", "") }) },
    {
      weight: 1,
      arbitrary: fc.record({
        "content-type": fc.constantFrom("text/plain", "application/json; charset=latin1", "x", "application/json;"),
      }),
    },
  ),
});

/** Applies a change at one place of a JSON value, counted through all its objects and lists. */
function apply(value: unknown, { place, kind, name, value: fresh }: Change): unknown {
  const places = [...containers(value)];
  const target = places[place % places.length];
  if (!target) return fresh;
  const keys = Object.keys(target);
  const key = keys[place % keys.length] ?? name;
  if (kind === "delete") Reflect.deleteProperty(target, key);
  else define(target, kind === "set" ? key : name, kind === "copy" ? Reflect.get(target, key) : fresh);
  return value;
}

/** Own member even for `__proto__`, so that it is written. */
function define(target: object, key: string, value: unknown): void {
  const own: unknown = JSON.parse(JSON.stringify(value) ?? "null");
  // The length of a list is no member of its JSON.
  const name = Array.isArray(target) && key === "length" ? "0" : key;
  Object.defineProperty(target, name, { value: own, enumerable: true, configurable: true, writable: true });
}

function* containers(value: unknown): Generator<object> {
  if (typeof value !== "object" || value === null) return;
  yield value;
  for (const member of Object.values(value)) yield* containers(member);
}

export const freshSeed = (): number => randomInt(2 ** 31);
