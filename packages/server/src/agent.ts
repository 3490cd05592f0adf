import type { Artifact, Message, Part, SendMessageResponse, StreamResponse, Task, TaskStatus } from "@a2akit/types";
import type { AgentEvents } from "./agent-events.ts";
import type { Caller } from "./call-context.ts";
import type { Stored } from "./task-store.ts";

/** What a message or an artifact says: one text, one part, or several parts. */
export type Content = string | Part | readonly Part[];

/** A change of state. Ids and time are filled in when it is stored; whole TaskStatusUpdateEvents are welcome too. */
export interface StatusEvent {
  readonly status: TaskStatus;
  readonly metadata?: Record<string, unknown>;
}

/** A piece of output. Ids are filled in when it is stored; whole TaskArtifactUpdateEvents are welcome too. */
export interface ArtifactEvent {
  readonly artifact: Artifact;
  /** Add the parts to the artifact of this id, instead of replacing it. */
  readonly append?: boolean;
  readonly lastChunk?: boolean;
  readonly metadata?: Record<string, unknown>;
}

/** What a generator may yield. A string is the next chunk of one text artifact. */
export type AgentEvent = string | StatusEvent | ArtifactEvent | StreamResponse;

/** A Task as an agent returns it; its ids are the server's. */
export type TaskResult = Omit<Task, "id" | "contextId"> & Partial<Pick<Task, "id" | "contextId">>;

/**
 * What an agent answers, message by message: content or a Message is a direct Message without a task; a Task, or an async
 * iterable of events, is a Task.
 */
export type AgentReply = Content | Message | TaskResult | SendMessageResponse | AsyncIterable<AgentEvent, void>;

/**
 * The one thing an author must write: a function of its context.
 *
 * - `async (context) => "text"` answers with a Message and stores nothing.
 * - `async function* (context) { yield … }` is a Task, which is COMPLETED when the generator returns, unless it said otherwise. What is
 *   yielded is sent; a value that the generator returns is a mistake.
 *
 * What it throws goes to `onError`; the caller sees a FAILED task with a message that tells nothing of it.
 */
export type Agent = (context: AgentContext) => AgentReply | Promise<AgentReply>;

/** Everything about the message to answer, and the helpers that build events to yield. */
export interface AgentContext extends AgentEvents {
  readonly message: Message;
  /** The text parts of the message, joined by line breaks. */
  readonly text: string;
  /** The task as it stood before this message; `undefined` for a new conversation. */
  readonly task: Task | undefined;
  readonly taskId: string;
  readonly contextId: string;
  /** Aborts when the answer is not wanted any more; its reason is an `AgentAbort`. */
  readonly signal: AbortSignal;
  readonly caller: Caller;
  /** The tenant that the task is of: the caller's own, the mount's, or the one that the request names; else empty. */
  readonly tenant: string;
  /** Extensions of the card that the caller asked for (A2A §4.6). */
  readonly extensions: ReadonlySet<string>;
  /** `metadata` of the request, beside that of the message. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Media types that the caller can take; empty: any (A2A §3.2.2). */
  readonly acceptedOutputModes: readonly string[];
  /** 1, or higher when the process that answered this message before died or was shut down. */
  readonly attempt: number;
  /**
   * With `lostRuns: "resume"` and an attempt above 1: the log of the task, which has what earlier attempts wrote. Strings that are yielded go on
   * where theirs ended.
   */
  readonly log: readonly Stored[];
}

/** Why `context.signal` aborted. */
export type AbortCause =
  /** CancelTask. Yield `canceled()` or just return within the grace. */
  | "canceled"
  /** The caller left before there was a task. */
  | "disconnected"
  /** The handler is closing. */
  | "shutdown"
  /** The task was taken from this run: nothing that it still yields is stored. */
  | "lost";

const ABORT_MESSAGES: Readonly<Record<AbortCause, string>> = {
  canceled: "The task was canceled",
  disconnected: "The caller left",
  shutdown: "The server is closing",
  lost: "Another run took over the task",
};

/** The reason of `context.signal`; its `name` is "AbortError", as fetch and the like expect. */
export class AgentAbort extends Error {
  override readonly name = "AbortError";
  override readonly cause: AbortCause;

  constructor(cause: AbortCause) {
    super(ABORT_MESSAGES[cause]);
    this.cause = cause;
  }
}
