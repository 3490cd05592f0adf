import type { ObservedRequest } from "./observe/observe-request.ts";
import type { Scope } from "./task-store.ts";

/** Who calls. What the `authenticate` hook resolves with. */
export interface Caller {
  /** Whom the tasks belong to. The empty string is the anonymous caller, whom all callers without a credential share. */
  readonly owner: string;
  /** Empty: the caller is bound to no tenant, and `params.tenant` of a request names one. */
  readonly tenant: string;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Let in without a credential, because the Agent Card's requirements allow it. */
export const ANONYMOUS: Caller = Object.freeze({ owner: "", tenant: "" });

export function isAnonymous({ owner }: Caller): boolean {
  return owner === "";
}

/** What an adapter hands to `dispatch`: plain values, no Request, no Headers. */
export interface Call {
  /** The parsed body, or a promise of it; −32700, 413 and 415 are the reader's. */
  readonly body: unknown;
  /** A request header by its lower-case name; repeated values joined with ", ". */
  header(name: string): string | undefined;
  readonly query: URLSearchParams;
  readonly caller: Caller;
  /** `https://host` as the writer saw it, for the URL in the extended Agent Card. */
  origin?(): string | undefined;
  /** Aborts when the response closed. A function, so that calls that never wait need none. */
  signal(): AbortSignal;
  /** For the handler's own use: absent without instrumentation. */
  readonly observed?: ObservedRequest | undefined;
}

/** What a writer needs; dialect and envelope are applied already. */
export type Outcome = JsonOutcome | EventsOutcome;

export interface JsonOutcome {
  readonly kind: "json";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` is no body at all (204, 304). */
  readonly body: unknown;
}

export interface EventsOutcome {
  readonly kind: "events";
  readonly headers: Readonly<Record<string, string>>;
  /** Must be iterated, or returned when the reader left before. */
  readonly frames: AsyncIterable<Frame>;
}

/** One server-sent event: `id` where the event log extension is active, `body` a whole JSON-RPC response. */
export interface Frame {
  readonly id?: number;
  readonly body: unknown;
}

/** What a method knows about its call beside the params. */
export interface CallContext {
  readonly caller: Caller;
  readonly scope: Scope;
  /** Extensions of the card that the caller asked for (A2A §4.6). */
  readonly extensions: ReadonlySet<string>;
  /** `Last-Event-ID`, where the event log extension is active. */
  readonly lastEventId: string | undefined;
  readonly call: Call;
}
