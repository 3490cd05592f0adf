import { EXTENSIONS_HEADER, formatExtensions, methods, PROTOCOL_VERSION, VERSION_HEADER } from "@a2akit/protocol";
import type { AgentInterface, Method } from "@a2akit/types";
import { chooseDialect, type DialectOptions } from "./choose-dialect.ts";
import { chooseInterface } from "./choose-interface.ts";
import type { CallOptions, CallResult, Client, NamedMethods, Params } from "./client.ts";
import { authorize, type Credentials } from "./credentials.ts";
import { createDeadline } from "./deadline.ts";
import type { Fetch } from "./fetch.ts";
import { refusal } from "./gates.ts";
import { createJsonRpcTransport, type JsonRpcTransportOptions } from "./json-rpc-transport.ts";
import { messageRequest } from "./message-request.ts";
import type { ResolvedCard } from "./resolve-card.ts";
import { type Interceptor, intercept, type Reply, type Transport } from "./transport.ts";

/** Milliseconds until an answer must be there. A blocking SendMessage takes as long as the agent does (A2A §3.2.2), so it is ample. */
export const CALL_TIMEOUT = 300_000;
/** Bytes that a unary answer may have. */
export const MAX_RESPONSE_BYTES = 10_485_760;
/** Bytes that one event of a stream may have. */
export const MAX_EVENT_BYTES = 10_485_760;

export interface ConnectOptions extends DialectOptions, Credentials {
  /** Used in place of the global `fetch`; a server's `handler.fetch` calls it in the same process. */
  readonly fetch?: Fetch | undefined;
  /** HTTP headers of every call to the agent; the request for the card goes without them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The first is the outermost; each sees the call with its credentials. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** Milliseconds until an answer – for a stream, its first byte – must be there; 5 min by default, `Infinity` for no limit. */
  readonly timeout?: number | undefined;
  /** Ends every call of the client. */
  readonly signal?: AbortSignal | undefined;
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
export function connect({ card, shape }: ResolvedCard, options: ConnectOptions = {}): Client {
  const dialect = chooseDialect(shape, options);
  const target = chooseInterface(card);
  const { fetch, interceptors = [], maxResponseBytes = MAX_RESPONSE_BYTES, maxEventBytes = MAX_EVENT_BYTES } = options;
  const transport = (options.transport ?? createJsonRpcTransport)({ dialect, fetch, maxResponseBytes, maxEventBytes });
  const send = intercept(transport, [authorize(options, { card, dialect, url: target.url }), ...interceptors]);

  const request = async (method: Method, params: object, callOptions: CallOptions = {}): Promise<Reply> => {
    const refused = refusal(method, { card, dialect });
    if (refused) throw refused;
    const signals = [options.signal, callOptions.signal].filter((signal) => signal !== undefined);
    const deadline = createDeadline(callOptions.timeout ?? options.timeout ?? CALL_TIMEOUT, signals);
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

  // `methods[method].streaming` is what CallResult branches on, which the compiler cannot follow.
  const call = <M extends Method>(method: M, params: Params<M>, callOptions?: CallOptions) =>
    (methods[method].streaming
      ? events(() => request(method, params, callOptions))
      : result(request(method, params, callOptions))) as CallResult<M>;

  return {
    ...namedMethods(call),
    card,
    interface: target,
    dialect,
    supports: (method) => refusal(method, { card, dialect }) === undefined,
    call,
    send: (content, sendOptions) => call("SendMessage", messageRequest(content, sendOptions), sendOptions),
    stream: (content, sendOptions) => call("SendStreamingMessage", messageRequest(content, sendOptions), sendOptions),
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

async function result(reply: Promise<Reply>): Promise<unknown> {
  const settled = await reply;
  return settled.kind === "result" ? settled.result : undefined;
}

/** The request starts with the loop and ends with it. */
async function* events(start: () => Promise<Reply>): AsyncIterable<unknown> {
  const reply = await start();
  if (reply.kind === "result") return;
  for await (const event of reply.events) yield event.value;
}

function namedMethods(call: Client["call"]): NamedMethods {
  const entries = (Object.keys(methods) as Method[]).map((method) => [
    method.charAt(0).toLowerCase() + method.slice(1),
    (params: Params<Method>, options?: CallOptions) => call(method, params, options),
  ]);
  // One entry per method of the table, each of which NamedMethods types by its name.
  return Object.fromEntries(entries) as NamedMethods;
}
