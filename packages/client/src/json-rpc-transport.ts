import {
  createRequest,
  type Dialect,
  decodeResult,
  encodeParams,
  methods,
  parseEvents,
  parseResponse,
  parseRetryAfter,
  TransportError,
} from "@a2akit/protocol";
import type { StreamResponse } from "@a2akit/types";
import { type Fetch, fetchWith } from "./fetch.ts";
import { readJson } from "./read-body.ts";
import type { OutgoingCall, Reply, StreamEvent, Transport } from "./transport.ts";
import { statusError, toTransportError } from "./transport-errors.ts";

export interface JsonRpcTransportOptions {
  readonly dialect: Dialect;
  /** Used in place of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Bytes that a unary answer may have. */
  readonly maxResponseBytes: number;
  /** Bytes that one event of a stream may have. */
  readonly maxEventBytes: number;
}

const JSON_TYPE = "application/json";
const EVENT_TYPE = "text/event-stream";

/** The JSON-RPC binding (A2A §9) over `fetch`: a POST that is answered in JSON or with Server-Sent Events. */
export function createJsonRpcTransport(options: JsonRpcTransportOptions): Transport {
  let lastId = 0;
  return async (call) => {
    lastId += 1;
    const exchange = { call, id: lastId, options };
    try {
      const response = await post(exchange);
      const isStream = response.ok && mediaType(response) === EVENT_TYPE;
      return isStream ? streamReply(exchange, response) : await jsonReply(exchange, response);
    } catch (error) {
      throw toTransportError(error, call);
    }
  };
}

interface Exchange {
  readonly call: OutgoingCall;
  readonly id: number;
  readonly options: JsonRpcTransportOptions;
}

function post({ call, id, options: { dialect, fetch } }: Exchange): Promise<Response> {
  const accept = methods[call.method].streaming ? `${EVENT_TYPE}, ${JSON_TYPE}` : JSON_TYPE;
  return fetchWith(fetch)(call.url, {
    method: "POST",
    headers: { "content-type": JSON_TYPE, accept, ...call.headers },
    body: JSON.stringify(createRequest(id, call.method, encodeParams(dialect, call.method, call.params))),
    signal: call.signal,
    // A redirect would carry credentials on to wherever it points; the card names the final URL.
    redirect: "manual",
  });
}

/** An error comes as JSON for streaming methods too; an agent may also answer one of those with a single result. */
async function jsonReply({ call, id, options }: Exchange, response: Response): Promise<Reply> {
  const { status, headers } = response;
  if (!mediaType(response).endsWith("json")) throw await statusError(response, `No JSON from ${call.method}`);
  const retryAfter = parseRetryAfter(headers.get("retry-after"));
  const body = await readJson(response, options.maxResponseBytes);
  const result = decodeResult(
    call.method,
    parseResponse(body, id, { status, ...(retryAfter !== undefined && { retryAfter }) }),
  );
  if (!methods[call.method].streaming) return { kind: "result", headers, result };
  return { kind: "events", headers, events: once({ value: result as StreamResponse }) };
}

function streamReply(exchange: Exchange, response: Response): Reply {
  const { call } = exchange;
  if (!methods[call.method].streaming)
    throw new TransportError(`${call.method} was answered with a stream`, { status: response.status });
  return { kind: "events", headers: response.headers, events: readEvents(exchange, response) };
}

async function* readEvents({ call, id, options }: Exchange, response: Response): AsyncIterable<StreamEvent> {
  if (!response.body) return;
  try {
    for await (const { data, id: eventId } of parseEvents(response.body, {
      maxEventBytes: options.maxEventBytes,
      signal: call.signal,
    })) {
      const result = parseResponse(parseJson(data), id, { status: response.status });
      // The result of every streaming method is a StreamResponse.
      const value = decodeResult(call.method, result) as StreamResponse;
      yield eventId === undefined ? { value } : { id: eventId, value };
    }
  } catch (error) {
    throw toTransportError(error, call);
  }
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new TransportError("An event of the stream is not JSON", { body: data, cause });
  }
}

async function* once<T>(value: T): AsyncIterable<T> {
  yield value;
}

function mediaType(response: Response): string {
  return (response.headers.get("content-type") ?? "").split(";", 1).join("").trim().toLowerCase();
}
