import {
  createRequest,
  type Dialect,
  decodeResult,
  methods,
  parseResponse,
  readBatches,
  TransportError,
} from "@a2akit/protocol";
import type { StreamResponse } from "@a2akit/types";
import { readCard } from "./card-shapes.ts";
import { dropBody, openBody, openConnection } from "./connection.ts";
import type { Fetch } from "./fetch.ts";
import { readJson } from "./read-body.ts";
import { readEvents } from "./read-events.ts";
import { statusError, statusOf } from "./status-error.ts";
import type { Transport } from "./transport.ts";

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
  const { dialect, fetch, maxResponseBytes, maxEventBytes } = options;
  let lastId = 0;

  return async (call) => {
    const { method, params } = call;
    const { streaming, result: type } = methods[method];
    const connection = { ...call, fetch };
    const canonical = dialect.paramsSpelling === "camelCase";
    const written = canonical ? params : (await import("./unusual-agents.ts")).encodeParams(dialect, method, params);
    lastId += 1;
    const id = lastId;
    const response = await openConnection(connection, {
      method: "POST",
      headers: {
        "content-type": JSON_TYPE,
        accept: streaming ? `${EVENT_TYPE}, ${JSON_TYPE}` : JSON_TYPE,
        ...call.headers,
      },
      body: JSON.stringify(createRequest(id, method, written)),
      // A redirect would carry credentials on to wherever it points; the card names the final URL.
      redirect: "manual",
    });
    const { headers, ok, status } = response;
    const mediaType = headers.get("content-type") ?? "";
    if (ok && /^text\/event-stream\b/i.test(mediaType)) {
      if (streaming) {
        const batches = readBatches(openBody(response, connection), maxEventBytes);
        return { kind: "events", headers, events: readEvents(batches, { method, id, status }) };
      }
      dropBody(response);
      throw new TransportError(`${method} was answered with a stream`, { status });
    }
    if (!/^[^\s;]*json(\s|;|$)/i.test(mediaType))
      throw await statusError(response, `No JSON from ${method}`, connection);
    const body = await readJson(response, maxResponseBytes, connection);
    const raw = parseResponse(body, id, statusOf(response));
    if (type === "AgentCard") return { kind: "result", headers, result: (await readCard(raw)).card };
    const result = decodeResult(method, raw);
    // An error comes as JSON for streaming methods too; an agent may also answer one of those with a single result.
    return streaming
      ? { kind: "events", headers, events: once([{ value: result as StreamResponse }]) }
      : { kind: "result", headers, result };
  };
}

async function* once<T>(value: T): AsyncIterable<T> {
  yield value;
}
