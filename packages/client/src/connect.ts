import { EXTENSIONS_HEADER, formatExtensions, methods, PROTOCOL_VERSION, VERSION_HEADER } from "@a2akit/protocol";
import type { AgentInterface, Method } from "@a2akit/types";
import type { Auth } from "./authorize.ts";
import { chooseDialect, type DialectOptions } from "./choose-dialect.ts";
import { chooseInterface, type InterfaceOptions } from "./choose-interface.ts";
import type { CallOptions, CallResult, Client, NamedMethods, Params } from "./client.ts";
import { createDeadline } from "./deadline.ts";
import type { Fetch } from "./fetch.ts";
import { followEvents } from "./follow-events.ts";
import { isSafe, refusal } from "./gates.ts";
import { createJsonRpcTransport, type JsonRpcTransportOptions } from "./json-rpc-transport.ts";
import { messageRequest } from "./message-request.ts";
import type { ResolvedCard } from "./resolve-card.ts";
import { type RetryOptions, retrying } from "./retry.ts";
import { EVENT_LOG_EXTENSION } from "./stream-place.ts";
import { type Interceptor, intercept, type Reply, type Transport } from "./transport.ts";

/** Milliseconds until an answer must be there. A blocking SendMessage takes as long as the agent does (A2A §3.2.2), so it is ample. */
export const CALL_TIMEOUT = 300_000;
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

/**
 * A client for the agent of a card that was resolved before.
 *
 * @throws A2AError when the card offers no interface, version or security scheme that fits; the message says what it offers.
 * @throws TypeError when `dialect` names none of the `dialects`.
 */
export function connect(resolved: ResolvedCard, options: ConnectOptions = {}): Client {
  const { card, shape } = resolved;
  const { fetch, interceptors = [], maxResponseBytes = MAX_RESPONSE_BYTES, maxEventBytes = MAX_EVENT_BYTES } = options;
  const dialect = chooseDialect(shape, options);
  const target = chooseInterface(resolved, options);
  const agent = { card, dialect, interface: target };
  const transport = (options.transport ?? createJsonRpcTransport)({ dialect, fetch, maxResponseBytes, maxEventBytes });
  const auth = [options.auth ?? []].flat().map((credential) => credential(agent));
  const send = intercept(transport, [...auth, ...interceptors]);

  const attempt = async (method: Method, params: object, callOptions: CallOptions): Promise<Reply> => {
    const deadline = createDeadline(callOptions.timeout ?? options.timeout ?? CALL_TIMEOUT, [
      options.signal,
      callOptions.signal,
    ]);
    deadline.signal.throwIfAborted();
    try {
      return await send({
        method,
        params: withTenant(params, target),
        url: target.url,
        headers: headersOf(options.headers, callOptions),
        signal: deadline.signal,
      });
    } finally {
      deadline.clear();
    }
  };

  const request = async (method: Method, params: object, callOptions: CallOptions = {}): Promise<Reply> => {
    const refused = refusal(method, agent);
    if (refused) throw refused;
    const tries = { ...options.retry, signal: callOptions.signal ?? options.signal };
    return isSafe(method)
      ? retrying(() => attempt(method, params, callOptions), tries)
      : attempt(method, params, callOptions);
  };

  const call = <M extends Method>(method: M, params: Params<M>, callOptions: CallOptions = {}) =>
    // `methods[method].streaming` is what CallResult branches on, which the compiler cannot follow.
    (methods[method].streaming
      ? followEvents({
          method,
          params,
          resume: options.resume,
          onResume: callOptions.onResume,
          signal: callOptions.signal ?? options.signal,
          open: (name, input, after) => request(name, input, streamOptions(callOptions, after)),
        })
      : request(method, params, callOptions).then(resultOf)) as CallResult<M>;

  return {
    ...namedMethods(call),
    ...agent,
    supports: (method) => refusal(method, agent) === undefined,
    call,
    send: (content, sendOptions) => call("SendMessage", messageRequest(content, sendOptions), sendOptions),
    stream: (content, sendOptions) => call("SendStreamingMessage", messageRequest(content, sendOptions), sendOptions),
  };
}

/** The event log is asked for always: an agent that has one lets a stream go on after any event. */
function streamOptions(options: CallOptions, after: string | undefined): CallOptions {
  return {
    ...options,
    extensions: [...(options.extensions ?? []), EVENT_LOG_EXTENSION],
    headers: { ...options.headers, ...(after !== undefined && { "last-event-id": after }) },
  };
}

/** The tenant of the chosen interface goes into every request (A2A §8.3.2), unless the caller states another. */
function withTenant(params: object, { tenant }: AgentInterface): object {
  return tenant ? { tenant, ...params } : params;
}

function headersOf(
  always: Readonly<Record<string, string>> = {},
  { headers = {}, extensions = [] }: CallOptions,
): Record<string, string> {
  const asked = extensions.length > 0 ? { [EXTENSIONS_HEADER]: formatExtensions(extensions) } : {};
  const all = { [VERSION_HEADER]: PROTOCOL_VERSION, ...asked, ...always, ...headers };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]));
}

function resultOf(reply: Reply): unknown {
  return reply.kind === "result" ? reply.result : undefined;
}

function namedMethods(call: Client["call"]): NamedMethods {
  const entries = (Object.keys(methods) as Method[]).map((method) => [
    method.charAt(0).toLowerCase() + method.slice(1),
    (params: Params<Method>, options?: CallOptions) => call(method, params, options),
  ]);
  // One entry per method of the table, each of which NamedMethods types by its name.
  return Object.fromEntries(entries) as NamedMethods;
}
