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
  const payload = result === "SendMessageResponse" || result === "StreamResponse" ? plan : undefined;
  const whole = payload ? wrap(object, payload) : object;
  const decoded = readMessage(result, whole);
  if (payload && isObject(decoded)) {
    const given = Object.keys(decoded).filter((name) => payload.has(name) && isObject(decoded[name]));
    // A2A §3.1.1, §3.2.3.
    if (given.length !== 1) throw unfit(method, `exactly one payload, not ${given.join(" and ") || "none"}`);
  }
  // The caller asked for this method, and validates where it must not trust the peer.
  return decoded as MethodMap[M]["result"];
}

/** The members by which a payload is known where a peer sends it without its wrapper. */
const marks: Readonly<Record<string, readonly string[]>> = {
  task: ["id", "status"],
  message: ["messageId"],
  statusUpdate: ["taskId", "status"],
  artifactUpdate: ["taskId", "artifact"],
};

function wrap(object: JsonObject, payload: FieldPlan): JsonObject {
  if (Object.keys(object).some((key) => payload.has(key))) return object;
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
