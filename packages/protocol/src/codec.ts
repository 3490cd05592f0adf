import type { Method, MethodMap } from "@a2akit/types";
import { A2AError } from "./a2a-error.ts";
import type { Dialect } from "./dialect.ts";
import { planOf, toSnakeCase } from "./field-plan.ts";
import { methods } from "./gen/methods.ts";
import { describeJson, isObject, type JsonObject } from "./json.ts";
import { type DecodeOptions, decodeMessage, encodeMessage } from "./message-codec.ts";

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

/** The members by which a payload is known where a peer sends it without its wrapper. */
const payloads: Readonly<Record<string, readonly string[]>> = {
  task: ["id", "status"],
  message: ["messageId"],
  statusUpdate: ["taskId", "status"],
  artifactUpdate: ["taskId", "artifact"],
};

/**
 * The canonical result of a response in any dialect, bare or wrapped. Its outer shape and the one payload are checked; the rest is taken on
 * trust.
 *
 * @throws A2AError InvalidAgentResponse.
 */
export function decodeResult<M extends Method>(
  method: M,
  value: unknown,
  options?: DecodeOptions,
): MethodMap[M]["result"] {
  const { result } = methods[method];
  const plan = planOf(result);
  // A message without members may be answered as null: google.protobuf.Empty in older peers.
  const object = value === null && !plan?.size ? {} : value;
  if (!isObject(object)) throw unfit(method, `an object, not ${describeJson(value)}`);
  const wrapped = result === "SendMessageResponse" || result === "StreamResponse";
  const decoded = decodeMessage(result, wrapped ? wrap(object) : object, { ...options, error: "InvalidAgentResponse" });
  if (wrapped) {
    const names = Object.keys(payloads).filter((name) => plan?.has(name));
    const given = names.filter((name) => isObject(decoded) && isObject(decoded[name]));
    // A2A §3.1.1, §3.2.3: exactly one.
    if (given.length !== 1) throw unfit(method, `one of ${names.join(", ")}, not ${given.join(" and ") || "none"}`);
  }
  // The caller asked for this method, and validates where it must not trust the peer.
  return decoded as MethodMap[M]["result"];
}

function wrap(object: JsonObject): JsonObject {
  const has = (name: string) => Object.hasOwn(object, name) || Object.hasOwn(object, toSnakeCase(name));
  const bare = Object.keys(payloads).find((name) => payloads[name]?.every(has));
  return bare === undefined ? object : { [bare]: object };
}

function unfit(method: Method, expected: string): A2AError {
  return new A2AError("InvalidAgentResponse", {
    message: `The result of ${method} must be ${expected}`,
    metadata: { method },
  });
}
