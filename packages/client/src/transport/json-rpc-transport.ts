import { createRequest, type Dialect, methods, readBatches, TransportError } from "@a2akit/protocol";
import { loadUnusual } from "../load-unusual.ts";
import { type Connection, dropBody, openBody, openConnection } from "./connection.ts";
import type { Fetch } from "./fetch.ts";
import { readText } from "./read-body.ts";
import { readEvents } from "./read-events.ts";
import { readResult } from "./read-result.ts";
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
    const { streaming } = methods[method];
    const connection: Connection = { ...call, fetch };
    lastId += 1;
    const id = lastId;
    const isCanonical = dialect.paramsSpelling === "camelCase";
    const written = isCanonical ? params : (await loadUnusual()).encodeParams(dialect, method, params);
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
    const { headers, ok } = response;
    const exchange = { method, id, at: statusOf(response) };
    const mediaType = headers.get("content-type") ?? "";
    if (ok && /^text\/event-stream\b/i.test(mediaType)) {
      if (streaming) {
        const batches = readBatches(openBody(response, connection), maxEventBytes);
        return { kind: "events", headers, events: readEvents(batches, exchange) };
      }
      dropBody(response, connection);
      throw new TransportError(`${method} was answered with a stream`, exchange.at);
    }
    if (!/^[^\s;]*json(\s|;|$)/i.test(mediaType))
      throw await statusError(response, `No JSON from ${method}: `, connection);
    const text = await readText(response, maxResponseBytes, connection);
    return { kind: "result", headers, result: await readResult(text, "The body", exchange) };
  };
}
