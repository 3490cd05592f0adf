import type { Method, StreamResponse } from "@a2akit/types";

/** One call on its way out: canonical params, and where and with which headers they go. */
export interface OutgoingCall {
  readonly method: Method;
  readonly params: object;
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Whether nobody but the default time limit may end the call: see `Connection`. */
  readonly detached?: boolean;
}

/** One event of a stream; `id` is the `id:` that the agent gave it (Server-Sent Events). */
export interface StreamEvent {
  readonly id?: string;
  readonly value: StreamResponse;
}

/**
 * What came back: the canonical result, or the events of a streaming method, by what arrives together. An agent may answer a streaming method with
 * a single result, too.
 */
export type Reply =
  | { readonly kind: "result"; readonly headers: Headers; readonly result: unknown; readonly events?: undefined }
  | {
      readonly kind: "events";
      readonly headers: Headers;
      readonly events: AsyncIterable<Iterable<StreamEvent>>;
      readonly result?: undefined;
    };

/**
 * Carries one call to the agent and brings its reply: encodes, sends, decodes.
 *
 * Rejects with an `A2AError` for an error of the protocol and a `TransportError` for anything that is no answer of the protocol.
 */
export type Transport = (call: OutgoingCall) => Promise<Reply>;

/**
 * Stands between caller and transport; may change the call, look at the reply, call `next` again, or answer itself. What it waits for by itself is
 * to end with `call.signal`, which holds the time limit, too.
 *
 * @example
 * const timing: Interceptor = async (call, next) => {
 *   const start = performance.now();
 *   const reply = await next(call);
 *   console.log(call.method, performance.now() - start);
 *   return reply;
 * };
 */
export type Interceptor = (call: OutgoingCall, next: Transport) => Promise<Reply>;

/** The first interceptor is the outermost. */
export function intercept(transport: Transport, interceptors: readonly Interceptor[]): Transport {
  return interceptors.reduceRight<Transport>((next, interceptor) => (call) => interceptor(call, next), transport);
}
