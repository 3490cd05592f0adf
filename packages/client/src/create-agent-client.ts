import { EXTENSIONS_HEADER, methodNames, methods, PROTOCOL_VERSION, VERSION_HEADER } from "@a2akit/protocol";
import type { Method } from "@a2akit/types";
import type { Agent, Auth } from "./auth/authorize.ts";
import type { DialectOptions } from "./card/choose-dialect.ts";
import type { InterfaceOptions } from "./card/choose-interface.ts";
import type { CallOptions, CallResult, Client, NamedMethods, Params } from "./client.ts";
import { messageRequest } from "./message-request.ts";
import { isSafe, refusal } from "./refusal.ts";
import { EVENT_LOG_EXTENSION } from "./stream/event-log.ts";
import { type FollowOptions, followEvents, type Opened } from "./stream/follow-events.ts";
import type { Fetch } from "./transport/fetch.ts";
import { createJsonRpcTransport, type JsonRpcTransportOptions } from "./transport/json-rpc-transport.ts";
import { type Interceptor, intercept, type Transport } from "./transport/transport.ts";
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
  /** URIs of the extensions that every call asks for (A2A §4.6). */
  readonly extensions?: readonly string[] | undefined;
  /** The first is the outermost. Credentials are added after the last, so that none goes where an interceptor sends a call. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** Milliseconds until an answer – for a stream, its head – must be there; 5 min by default, `Infinity` for no limit. */
  readonly timeout?: number | undefined;
  /** Ends every call of the client. */
  readonly signal?: AbortSignal | undefined;
  /** How calls that only read – subscriptions until their first event among them – are tried again when there was no answer, or one that says "later". */
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
  const send = intercept(transport, [...interceptors, ...auth]);
  const headers = headersOf({ [VERSION_HEADER]: PROTOCOL_VERSION }, options);

  const attempt = async (method: Method, params: object, callOptions: CallOptions): Promise<Opened> => {
    const timeout = callOptions.timeout ?? options.timeout;
    const { signal, clear, expire } = createDeadline(timeout ?? CALL_TIMEOUT, callOptions.signal);
    try {
      const reply = await send({
        method,
        // The tenant of the chosen interface goes into every request (A2A §8.3.2), unless the caller states another.
        params: target.tenant ? { tenant: target.tenant, ...params } : params,
        url: target.url,
        headers: callOptions.headers || callOptions.extensions ? headersOf(headers, callOptions) : headers,
        signal,
        detached: timeout === undefined && !callOptions.signal,
      });
      return { ...reply, expire };
    } finally {
      clear();
    }
  };

  const request = (method: Method, params: object, callOptions: CallOptions): Promise<Opened> => {
    const refused = refusal(method, agent);
    if (refused) return Promise.reject(refused);
    const tries = isSafe(method) ? options.retry : { attempts: 0 };
    return retrying(() => attempt(method, params, callOptions), { ...tries, signal: callOptions.signal });
  };

  const call = <M extends Method>(method: M, params: Params<M>, given: CallOptions = {}) => {
    const signal =
      given.signal && options.signal
        ? AbortSignal.any([given.signal, options.signal])
        : (given.signal ?? options.signal);
    const callOptions = signal ? { ...given, signal } : given;
    const open: FollowOptions["open"] = (name, input, after) => request(name, input, streamOptions(callOptions, after));
    // `methods[method].streaming` is what CallResult branches on, which the compiler cannot follow.
    return (
      // A method that there is not, as JavaScript may name, is refused like one that the agent has not.
      (
        methods[method]?.streaming
          ? followEvents({ ...options, method, params, onResume: given.onResume, signal, open })
          : request(method, params, callOptions).then(({ result }) => result)
      ) as CallResult<M>
    );
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
    headers: { ...headers, ...(after !== undefined && { "last-event-id": after }) },
  };
}

/** Headers replace those of the same name, extensions come on top. */
function headersOf(
  before: Readonly<Record<string, string>>,
  { headers, extensions = [] }: Pick<CallOptions, "headers" | "extensions">,
): Readonly<Record<string, string>> {
  const all = new Headers(before);
  new Headers(headers).forEach((value, name) => {
    all.set(name, value);
  });
  for (const uri of extensions) all.append(EXTENSIONS_HEADER, uri);
  return Object.fromEntries(all);
}

function namedMethods(call: Client["call"]): NamedMethods {
  const entries = methodNames.map((method) => [
    method.replace(/^./, (letter) => letter.toLowerCase()),
    (params: Params<Method>, options?: CallOptions) => call(method, params, options),
  ]);
  // One entry per method of the table, each of which NamedMethods types by its name.
  return Object.fromEntries(entries) as NamedMethods;
}
