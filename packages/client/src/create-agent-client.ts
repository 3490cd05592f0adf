import {
  EXTENSIONS_HEADER,
  formatExtensions,
  methodNames,
  methods,
  PROTOCOL_VERSION,
  VERSION_HEADER,
} from "@a2akit/protocol";
import type { Method } from "@a2akit/types";
import type { Agent, Auth } from "./auth/authorize.ts";
import type { DialectOptions } from "./card/choose-dialect.ts";
import type { InterfaceOptions } from "./card/choose-interface.ts";
import type { CallOptions, CallResult, Client, NamedMethods, Params } from "./client.ts";
import { messageRequest } from "./message-request.ts";
import { isSafe, refusal } from "./refusal.ts";
import { EVENT_LOG_EXTENSION } from "./stream/event-log.ts";
import { type FollowOptions, followEvents } from "./stream/follow-events.ts";
import type { Fetch } from "./transport/fetch.ts";
import { createJsonRpcTransport, type JsonRpcTransportOptions } from "./transport/json-rpc-transport.ts";
import { type Interceptor, intercept, type Reply, type Transport } from "./transport/transport.ts";
import { CALL_TIMEOUT, createDeadline } from "./waiting/deadline.ts";
import { type RetryOptions, retrying } from "./waiting/retry.ts";

/** Bytes that a unary answer may have. */
export const MAX_RESPONSE_BYTES = 10_485_760;
/** Bytes that one event of a stream may have. */
export const MAX_EVENT_BYTES = 10_485_760;

export interface ConnectOptions extends DialectOptions, InterfaceOptions {
  /** Used in place of the global `fetch`; a server's `handler.fetch` calls it in the same process. */
  readonly fetch?: Fetch | undefined;
  /** Credentials, each sent where the card's security schemes say: `apiKey("…")`, `bearer("…")` … */
  readonly auth?: Auth | readonly Auth[] | undefined;
  /** HTTP headers of every call to the agent; the request for the card goes without them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The first is the outermost; each sees the call with its credentials. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** Milliseconds until an answer – for a stream, its first byte – must be there; 5 min by default, `Infinity` for no limit. */
  readonly timeout?: number | undefined;
  /** Ends every call of the client. */
  readonly signal?: AbortSignal | undefined;
  /** How calls that only read are tried again when there was no answer, or one that says "later". */
  readonly retry?: RetryOptions | undefined;
  /** How streams that are cut off are taken up again. */
  readonly resume?: RetryOptions | undefined;
  /** 10 MiB by default. */
  readonly maxResponseBytes?: number | undefined;
  /** 10 MiB by default. */
  readonly maxEventBytes?: number | undefined;
  /** Replaces the JSON-RPC transport. */
  readonly transport?: ((options: JsonRpcTransportOptions) => Transport) | undefined;
}

/** @throws A2AError when the agent states no security scheme that takes one of the credentials. */
export function createAgentClient(agent: Agent, options: ConnectOptions): Client {
  const { fetch, interceptors = [], maxResponseBytes = MAX_RESPONSE_BYTES, maxEventBytes = MAX_EVENT_BYTES } = options;
  const { dialect, interface: target } = agent;
  const transport = (options.transport ?? createJsonRpcTransport)({ dialect, fetch, maxResponseBytes, maxEventBytes });
  const auth = [options.auth ?? []].flat().map((credential) => credential(agent));
  const send = intercept(transport, [...auth, ...interceptors]);
  const headers = lowerCase({ [VERSION_HEADER]: PROTOCOL_VERSION, ...options.headers });

  const attempt = async (method: Method, params: object, callOptions: CallOptions): Promise<Reply> => {
    const timeout = callOptions.timeout ?? options.timeout;
    const { signal, isOwn, clear } = createDeadline(timeout ?? CALL_TIMEOUT, [options.signal, callOptions.signal]);
    try {
      return await send({
        method,
        // The tenant of the chosen interface goes into every request (A2A §8.3.2), unless the caller states another.
        params: target.tenant ? { tenant: target.tenant, ...params } : params,
        url: target.url,
        headers: { ...headers, ...((callOptions.headers || callOptions.extensions) && headersOf(callOptions)) },
        signal,
        detached: timeout === undefined && isOwn,
      });
    } finally {
      clear();
    }
  };

  const request = (method: Method, params: object, callOptions: CallOptions): Promise<Reply> => {
    const refused = refusal(method, agent);
    if (refused) return Promise.reject(refused);
    const { signal = options.signal } = callOptions;
    const tries = isSafe(method) ? options.retry : { attempts: 0 };
    return retrying(() => attempt(method, params, callOptions), { ...tries, signal });
  };

  const call = <M extends Method>(method: M, params: Params<M>, callOptions: CallOptions = {}) => {
    const { onResume, signal = options.signal } = callOptions;
    const open: FollowOptions["open"] = (name, input, after) => request(name, input, streamOptions(callOptions, after));
    const { resume } = options;
    // `methods[method].streaming` is what CallResult branches on, which the compiler cannot follow.
    return (
      methods[method].streaming
        ? followEvents({ method, params, resume, onResume, signal, open })
        : request(method, params, callOptions).then(resultOf)
    ) as CallResult<M>;
  };

  return {
    ...namedMethods(call),
    ...agent,
    supports: (method) => !refusal(method, agent),
    call,
    send: (content, sendOptions) => call("SendMessage", messageRequest(content, sendOptions), sendOptions),
    stream: (content, sendOptions) => call("SendStreamingMessage", messageRequest(content, sendOptions), sendOptions),
  };
}

/** The event log is asked for always: an agent that has one lets a stream go on after any event. */
function streamOptions(options: CallOptions, after: string | undefined): CallOptions {
  const { extensions = [], headers } = options;
  return {
    ...options,
    extensions: [...extensions, EVENT_LOG_EXTENSION],
    headers: after === undefined ? headers : { ...headers, "last-event-id": after },
  };
}

function headersOf({ headers = {}, extensions = [] }: CallOptions): Record<string, string> {
  const asked = formatExtensions(extensions);
  return lowerCase(asked ? { [EXTENSIONS_HEADER]: asked, ...headers } : headers);
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function resultOf(reply: Reply): unknown {
  return reply.kind === "result" ? reply.result : undefined;
}

function namedMethods(call: Client["call"]): NamedMethods {
  const entries = methodNames.map((method) => [
    method.replace(/^./, (letter) => letter.toLowerCase()),
    (params: Params<Method>, options?: CallOptions) => call(method, params, options),
  ]);
  // One entry per method of the table, each of which NamedMethods types by its name.
  return Object.fromEntries(entries) as NamedMethods;
}
