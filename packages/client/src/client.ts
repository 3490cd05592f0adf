import type { Dialect } from "@a2akit/protocol";
import type {
  AgentCard,
  AgentInterface,
  Message,
  Method,
  MethodMap,
  Part,
  SendMessageRequest,
  SendMessageResponse,
  StreamResponse,
} from "@a2akit/types";
import type { Resumption } from "./stream/follow-events.ts";

/** What may be said about one call. */
export interface CallOptions {
  /** Ends the call; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the answer – for a stream, its head – must be there; `Infinity` for no limit. */
  readonly timeout?: number | undefined;
  /** HTTP headers of this call: the service parameters of A2A §3.2.6. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called when a stream was cut off and taken up again. */
  readonly onResume?: ((resumption: Resumption) => void) | undefined;
  /** URIs of the extensions that this call asks for (A2A §4.6, header `A2A-Extensions`). */
  readonly extensions?: readonly string[] | undefined;
}

/** The params of a method, canonical whatever the dialect. */
export type Params<M extends Method> = MethodMap[M]["params"];

/** What a call of a method gives: a promise of its result, or its events. */
export type CallResult<M extends Method> = MethodMap[M]["streaming"] extends true
  ? AsyncIterable<MethodMap[M]["result"]>
  : Promise<MethodMap[M]["result"]>;

/** `client.getTask({ id })` for `GetTask`, and so on for every method of the table. */
export type NamedMethods = {
  readonly [M in Method as Uncapitalize<M>]: (params: Params<M>, options?: CallOptions) => CallResult<M>;
};

/** What a message may be written as: text, one part, or parts in order. */
export type Content = string | Part | readonly Part[];

/** The rest of a message and of its request. */
export interface SendOptions extends CallOptions {
  /** Continue this task (A2A §3.4.3). */
  readonly taskId?: string | undefined;
  /** Start a new task in this context, or name the context of `taskId`. */
  readonly contextId?: string | undefined;
  /** Metadata of the request. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Further members of the message. */
  readonly message?: Partial<Omit<Message, "parts" | "role">> | undefined;
  /** How to answer: `returnImmediately`, `historyLength`, `acceptedOutputModes` … (A2A §3.2.2). */
  readonly configuration?: SendMessageRequest["configuration"] | undefined;
}

/**
 * One agent, ready to be called.
 *
 * Every call rejects with an `A2AError` for what the agent (or its card) says and a `TransportError` for everything that is no answer of the
 * protocol. A method that the dialect or the card's capabilities lack fails before the network.
 */
export interface Client extends NamedMethods {
  /** The Agent Card in canonical form. */
  readonly card: AgentCard;
  /** The entry of the card's `supportedInterfaces` that calls go to (A2A §8.3.2). */
  readonly interface: AgentInterface;
  readonly dialect: Dialect;
  /** Whether dialect and capabilities allow a method. */
  supports(method: Method): boolean;
  /** Calls a method by its name in the specification. */
  call<M extends Method>(method: M, params: Params<M>, options?: CallOptions): CallResult<M>;
  /** SendMessage, from text or parts. */
  send(content: Content, options?: SendOptions): Promise<SendMessageResponse>;
  /**
   * SendStreamingMessage, from text or parts. Leaving the loop ends the request, not the task. A stream that is cut off is taken up again; it
   * ends without an error only where the task is in a terminal or interrupted state, or a message has come.
   */
  stream(content: Content, options?: SendOptions): AsyncIterable<StreamResponse>;
}
