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
import { connecting, lostConnection, originOf, reading, statusError } from "./transport-errors.ts";

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

/** Written out, because an async generator costs as much per event as the rest of this does. */
function readEvents({ call, id, options, response }: Exchange): AsyncIterableIterator<StreamEvent, undefined> {
  const { maxEventBytes } = options;
  const events = parseEvents(response.body ?? new Blob([]).stream(), { maxEventBytes, signal: call.signal });
  const at = { status: response.status };

  async function leave(): Promise<IteratorReturnResult<undefined>> {
    await events.return?.();
    return { done: true, value: undefined };
  }

  return {
    async next() {
      let isRead = false;
      try {
        const step = await events.next();
        if (step.done) return step;
        isRead = true;
        const result = parseResponse(parseJson(step.value.data), id, at);
        // The result of every streaming method is a StreamResponse.
        const value = decodeResult(call.method, result) as StreamResponse;
        return { done: false, value: step.value.id === undefined ? { value } : { id: step.value.id, value } };
      } catch (error) {
        await leave();
        throw isRead ? error : lostConnection(error, call);
      }
    },
    return: leave,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
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
