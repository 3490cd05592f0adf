import type { Method, TaskState } from "@a2akit/types";
import type { Caller } from "../call-context.ts";
import type { DeliveryOutcome, OutboxBacklog } from "../push-store.ts";
import type { Scope } from "../task-store.ts";

/**
 * What a handler tells of its work: the one seam that logs, traces, metrics and the audit trail sit on. All of it is
 * optional; a handler without instrumentation makes none of these objects. What throws is reported, and disturbs nothing.
 *
 * Facts are filled in while the work goes on, and complete when its end is told. They hold no bodies and no credentials.
 */
export interface Instrumentation {
  /** A call of a JSON-RPC endpoint has arrived. */
  request?(facts: RequestFacts): Observer | undefined;
  /** An agent is called for a message whose request is not known here: it came to another process, or before a crash. */
  run?(facts: RunFacts): Observer | undefined;
  /** One attempt to deliver a frame to a webhook. */
  delivery?(facts: DeliveryFacts): Observer | undefined;
  /** What `onError` hears of. */
  error?(error: unknown, about: ErrorContext): void;
  /** Called once, with a function that reads how things stand. Gives a function that is called when the handler closes. */
  readings?(read: () => Promise<Readings>): () => void;
}

/** Follows one request, run or delivery. */
export interface Observer {
  /** Does the work, with a context active around it. Calls the function once, and returns what it returns. */
  within?<T>(work: () => T): T;
  /** Of a request: the agent is called for its message. */
  run?(facts: RunFacts): Observer | undefined;
  /** Of a delivery: headers that go with it, such as `traceparent`. */
  headers?(): Readonly<Record<string, string>>;
  /** Of a request: it is known what is answered. A stream opens now. */
  answered?(): void;
  /** It is over; for a stream, when its last frame is written or its reader left. */
  ended?(): void;
}

export interface ErrorContext {
  readonly taskId?: string;
  readonly method?: string;
}

export interface RequestFacts {
  /** Name of the agent, as its card has it. */
  readonly agent: string;
  /** The path it came to. */
  readonly path: string;
  /** Name of the dialect that is spoken there. */
  readonly dialect: string;
  /** Address of the other end of the connection, where the adapter knows it. */
  readonly peer: string | undefined;
  /** A request header by its lower-case name, for `traceparent` and the like. */
  header(name: string): string | undefined;
  /** Absent while it is not known, and for a method that is none of A2A's. */
  method?: Method;
  caller?: Caller;
  /** The task it is about: the one it names, or the one it made. */
  taskId?: string;
  contextId?: string;
  /** HTTP status of the answer. */
  status?: number;
  /** Of an answer that is an error: code of JSON-RPC, and reason of its ErrorInfo (A2A §5.4). */
  error?: { readonly code: number; readonly reason: string };
  /** Whether the answer is a stream, and how many frames were taken from it. */
  stream: boolean;
  frames: number;
}

export interface RunFacts {
  readonly agent: string;
  readonly taskId: string;
  readonly contextId: string;
  readonly caller: Caller;
  /** 1, or higher when the process that answered the message before died. */
  readonly attempt: number;
  /** `message`: it was answered directly, or not at all, and there is no such task. Known at the end. */
  kind?: "message" | "task";
  /** Where it left the task, as far as it said so itself. */
  state?: TaskState;
  /** What the agent threw. */
  failure?: unknown;
}

export interface DeliveryFacts {
  readonly agent: string;
  /** The `webhook-id`: the same in every attempt. */
  readonly id: string;
  readonly scope: Scope;
  readonly taskId: string;
  readonly configId: string;
  /** Host and port of the webhook; the rest of its URL may hold secrets. */
  readonly host: string;
  /** From 1. */
  readonly attempt: number;
  outcome?: DeliveryOutcome;
  /** HTTP status of the webhook's answer, where there was one and the sender tells. */
  status?: number;
}

/** How things stand in this handler, and in its store. */
export interface Readings {
  readonly agent: string;
  /** Agents at work. */
  readonly runs: number;
  /** Open streams. */
  readonly streams: number;
  /** Of all processes that share the store; `undefined`: the store does not answer. */
  readonly outbox: OutboxBacklog | undefined;
}
