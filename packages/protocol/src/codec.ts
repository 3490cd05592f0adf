import type { Method, MethodMap } from "@a2akit/types";
import { A2AError } from "./a2a-error.ts";
import type { Dialect } from "./dialect.ts";
import { type FieldPlan, planOf, toSnakeCase } from "./field-plan.ts";
import { methods } from "./gen/methods.ts";
import { describeJson, isObject, type JsonObject } from "./json.ts";
import { type DecodeOptions, decodeMessage, encodeMessage, readMessage } from "./message-codec.ts";

/**
 * Canonical params of a request in any dialect, yet to be validated; see `decodeMessage`.
 *
 * @throws A2AError InvalidParams.
 */
export function decodeParams(method: Method, value: unknown, options?: DecodeOptions): unknown {
  return decodeMessage(methods[method].params, value, options);
}

export function encodeParams(dialect: Pick<Dialect, "paramsSpelling">, method: Method, value: unknown): unknown {
  return encodeMessage(methods[method].params, value, dialect.paramsSpelling);
}

/** The result as the dialect writes it. For a streaming method that is one StreamResponse. */
export function encodeResult(
  dialect: Pick<Dialect, "resultSpelling" | "sendMessageResult">,
  method: Method,
  value: unknown,
): unknown {
  const { result } = methods[method];
  const encoded = encodeMessage(result, value, dialect.resultSpelling);
  const bare = result === "SendMessageResponse" && dialect.sendMessageResult === "bare" && isObject(encoded);
  return bare ? (encoded.task ?? encoded.message) : encoded;
}

/**
 * The canonical result of a response in any dialect, bare or wrapped. Its outer shape and the one payload are checked; the rest is taken on
 * trust.
 *
 * @throws A2AError InvalidAgentResponse.
 */
export function decodeResult<M extends Method>(method: M, value: unknown): MethodMap[M]["result"] {
  const { result } = methods[method];
  const plan = planOf(result);
  // A message without members may be answered as null: google.protobuf.Empty in older peers.
  const object = value === null && plan?.size === 0 ? {} : value;
  if (!isObject(object)) throw unfit(method, `an object, not ${describeJson(value)}`);
  const isPayload = plan !== undefined && (result === "SendMessageResponse" || result === "StreamResponse");
  const decoded = readMessage(result, isPayload ? wrap(object, plan) : object);
  if (isPayload && isObject(decoded)) requireOne(method, decoded, plan);
  // The caller asked for this method, and validates where it must not trust the peer.
  return decoded as MethodMap[M]["result"];
}

/** A2A §3.1.1, §3.2.3: the members of a payload exclude each other. */
function requireOne(method: Method, decoded: JsonObject, plan: FieldPlan): void {
  let first: string | undefined;
  for (const name of Object.keys(decoded)) {
    if (!plan.has(name) || !isObject(decoded[name])) continue;
    if (first !== undefined) throw unfit(method, `exactly one payload, not ${first} and ${name}`);
    first = name;
  }
  if (first === undefined) throw unfit(method, "exactly one payload, not none");
}

/** The members by which a payload is known where a peer sends it without its wrapper. */
const marks: Readonly<Record<string, readonly string[]>> = {
  task: ["id", "status"],
  message: ["messageId"],
  statusUpdate: ["taskId", "status"],
  artifactUpdate: ["taskId", "artifact"],
};

function wrap(object: JsonObject, payload: FieldPlan): JsonObject {
  for (const key of Object.keys(object)) if (payload.has(key)) return object;
  const has = (name: string) => Object.hasOwn(object, name) || Object.hasOwn(object, toSnakeCase(name));
  const bare = Object.keys(marks).find((name) => payload.has(name) && marks[name]?.every(has));
  return bare === undefined ? object : { [bare]: object };
}

function unfit(method: Method, expected: string): A2AError {
  return new A2AError("InvalidAgentResponse", {
    message: `The result of ${method} must be ${expected}`,
    metadata: { method },
  });
}
