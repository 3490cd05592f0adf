import {
  createRequest,
  type Dialect,
  decodeResult,
  encodeParams,
  methods,
  parseEvents,
  parseResponse,
  TransportError,
} from "@a2akit/protocol";
import type { StreamResponse } from "@a2akit/types";
import { type Fetch, fetchWith } from "./fetch.ts";
import { readJson } from "./read-body.ts";
import type { OutgoingCall, Reply, StreamEvent, Transport } from "./transport.ts";
import { connecting, originOf, reading, statusError } from "./transport-errors.ts";

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
  const fetch = fetchWith(options.fetch);
  let lastId = 0;
  return async (call) => {
    lastId += 1;
    const { method, params, url, headers, signal } = call;
    const request = fetch(url, {
      method: "POST",
      headers: {
        "content-type": JSON_TYPE,
        accept: methods[method].streaming ? `${EVENT_TYPE}, ${JSON_TYPE}` : JSON_TYPE,
        ...headers,
      },
      body: JSON.stringify(createRequest(lastId, method, encodeParams(options.dialect, method, params))),
      signal,
      // A redirect would carry credentials on to wherever it points; the card names the final URL.
      redirect: "manual",
    });
    return readReply({ call, id: lastId, options, response: await connecting(request, call) });
  };
}

interface Exchange {
  readonly call: OutgoingCall;
  readonly id: number;
  readonly options: JsonRpcTransportOptions;
  readonly response: Response;
}

/** An error comes as JSON for streaming methods too; an agent may also answer one of those with a single result. */
async function readReply(exchange: Exchange): Promise<Reply> {
  const { call, id, options, response } = exchange;
  const { method } = call;
  const { streaming } = methods[method];
  const { headers } = response;
  const [mediaType = ""] = (headers.get("content-type") ?? "").toLowerCase().split(/[\s;]/);
  if (response.ok && mediaType === EVENT_TYPE) {
    if (streaming) return { kind: "events", headers, events: readEvents(exchange) };
    response.body?.cancel().catch(() => {});
    throw new TransportError(`${method} was answered with a stream`, { status: response.status });
  }
  if (!mediaType.endsWith("json")) throw await statusError(response, `No JSON from ${method}`, call.signal);
  const body = await reading(readJson(response, { limit: options.maxResponseBytes, signal: call.signal }), call);
  const result = decodeResult(method, parseResponse(body, id, originOf(response)));
  if (!streaming) return { kind: "result", headers, result };
  return { kind: "events", headers, events: once({ value: result as StreamResponse }) };
}

async function* readEvents({ call, id, options, response }: Exchange): AsyncIterable<StreamEvent> {
  const { signal, method } = call;
  if (!response.body) return;
  const events = parseEvents(response.body, { maxEventBytes: options.maxEventBytes, signal });
  const at = { status: response.status };
  try {
    for (;;) {
      const { done, value: event } = await reading(events.next(), call);
      if (done) return;
      const result = parseResponse(parseJson(event.data), id, at);
      // The result of every streaming method is a StreamResponse.
      const value = decodeResult(method, result) as StreamResponse;
      yield event.id === undefined ? { value } : { id: event.id, value };
    }
  } finally {
    await events.return?.();
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
