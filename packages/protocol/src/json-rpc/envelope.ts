import type { Method } from "@a2akit/types";
import { A2AError } from "../a2a-error.ts";
import type { Dialect } from "../dialect.ts";
import { describeJson, isObject } from "../json.ts";

/** The id of a JSON-RPC request. `0` and `""` are ids; `null` also stands for "none" in an answer. */
export type RequestId = string | number | null;

export interface ParsedRequest {
  readonly id: RequestId;
  /** Not looked up yet: `resolveMethod` does that after the version was checked. */
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Reads a JSON-RPC 2.0 request (A2A §9.3). Absent params are `{}`; an absent id is `null` where the dialect allows it.
 *
 * @throws A2AError InvalidRequest (−32600); answer it with `errorResponse(requestId(value), error)`.
 */
export function parseRequest(value: unknown, { requestId: rule }: Pick<Dialect, "requestId">): ParsedRequest {
  if (Array.isArray(value)) throw invalid("", "batches are not supported; send one request object");
  if (!isObject(value)) throw invalid("", `a JSON-RPC request is an object, not ${describeJson(value)}`);
  const { jsonrpc, id, method, params = {} } = value;
  if (jsonrpc !== "2.0") throw invalid("jsonrpc", 'must be "2.0"');
  if (id === undefined ? rule.required : id === null ? !rule.null : !isId(id)) {
    throw invalid("id", `must be a string or an integer${rule.null ? " or null" : ""}, not ${describeJson(id)}`);
  }
  if (typeof method !== "string") throw invalid("method", `must be a string, not ${describeJson(method)}`);
  if (!isObject(params)) throw invalid("params", `must be an object, not ${describeJson(params)}`);
  return { id: requestId(value), method, params };
}

/** The id that an answer to this body carries: the request's own where it can be read, else `null` (JSON-RPC 2.0 §5). */
export function requestId(value: unknown): RequestId {
  return isObject(value) && isId(value.id) ? value.id : null;
}

/**
 * The method by that name, if the endpoint offers it.
 *
 * @throws A2AError MethodNotFound (−32601), also for a method of A2A that this dialect lacks.
 */
export function resolveMethod(method: string, { methods }: Pick<Dialect, "methods">): Method {
  const found = methods.find((name) => name === method);
  if (found === undefined) throw new A2AError("MethodNotFound", { metadata: { method, methods: methods.join(", ") } });
  return found;
}

export interface RequestEnvelope {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly method: Method;
  readonly params: unknown;
}

export function createRequest(id: RequestId, method: Method, params: unknown): RequestEnvelope {
  return { jsonrpc: "2.0", id, method, params };
}

/** An integer beyond 2^53 is refused: it could only be echoed as another number. */
function isId(id: unknown): id is string | number {
  return typeof id === "string" || Number.isSafeInteger(id);
}

function invalid(field: string, description: string): A2AError {
  const message = `Invalid request: ${field === "" ? "" : `${field} `}${description}`;
  return new A2AError("InvalidRequest", field === "" ? { message } : { message, violations: [{ field, description }] });
}
