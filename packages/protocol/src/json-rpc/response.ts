import { toA2AError } from "../a2a-error.ts";
import { describeJson, isObject, type JsonObject } from "../json.ts";
import { TransportError, type TransportErrorOptions } from "../transport-error.ts";
import type { RequestId } from "./envelope.ts";
import { type ErrorObject, parseErrorObject, toErrorObject } from "./error-object.ts";

export interface SuccessResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: unknown;
}

export interface ErrorResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly error: ErrorObject;
}

export function successResponse(id: RequestId, result: unknown): SuccessResponse {
  return { jsonrpc: "2.0", id, result };
}

/** Takes whatever was thrown; anything but an A2AError crosses the wire as "Internal error". */
export function errorResponse(id: RequestId, error: unknown): ErrorResponse {
  return { jsonrpc: "2.0", id, error: toErrorObject(toA2AError(error)) };
}

/**
 * The `result` of a JSON-RPC response. An error may lack its envelope, or its id where the peer could not read ours.
 *
 * @throws A2AError the peer's error, with the `status` and `retryAfter` of `at`.
 * @throws TransportError the value is no JSON-RPC response, or one to another request; `at` says where it came from.
 */
export function parseResponse(value: unknown, expectedId: RequestId, at: TransportErrorOptions = {}): unknown {
  const { id, jsonrpc, result }: JsonObject = isObject(value) ? value : {};
  const error = errorOf(value);
  if (error && (id ?? expectedId) === expectedId)
    throw Object.assign(parseErrorObject(error), { status: at.status, retryAfter: at.retryAfter });
  const fault =
    jsonrpc !== "2.0"
      ? `Not a JSON-RPC response: ${isObject(value) ? 'jsonrpc must be "2.0"' : describeJson(value)}`
      : id !== expectedId
        ? `The response is for request ${JSON.stringify(id)}, not for ${JSON.stringify(expectedId)}`
        : result === undefined && "Not a JSON-RPC response: neither result nor error";
  if (fault) throw new TransportError(fault, at);
  return result;
}

/** `error`, or the value itself where it is an error object without an envelope (JSON-RPC 2.0 §5.1 reserves these codes). */
function errorOf(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const { error, code, message } = value;
  if (isObject(error)) return error;
  return Number(code) <= -32000 && Number(code) >= -32768 && typeof message === "string" ? value : undefined;
}
