import type { ListTasksRequest, Message, Task, TaskPushNotificationConfig } from "@a2akit/types";
import type { LogEntry } from "./log-entry.ts";
import type { PushStore } from "./push-store.ts";

/** Whose tasks: every operation sees only the tasks of its own scope (A2A §13.1). */
export interface Scope {
  readonly tenant: string;
  readonly owner: string;
}

/** One execution of the agent; `input` is the number of the message entry that it answers. */
export interface Run {
  readonly scope: Scope;
  readonly taskId: string;
  /** Only the newest fence of a task may append. */
  readonly fence: string;
  /** 1 for the first execution; higher after the process that ran it died or handed it over. */
  readonly attempt: number;
  /** How many of the earlier executions ended with a hand-over: what they came to says nothing against the next. */
  readonly handovers: number;
  readonly input: number;
}

/** A log entry with its number (1, 2, 3 … without gaps) and the input of the run that wrote it. */
export interface Stored {
  readonly number: number;
  readonly input: number;
  readonly entry: LogEntry;
}

export interface Lease {
  /** Milliseconds after which the run counts as dead unless a heartbeat came. */
  readonly lease: number;
}

/** `push` is stored together with the message it came with (A2A §3.2.2). */
export interface StartOptions extends Lease {
  readonly push?: TaskPushNotificationConfig;
}

export interface TaskPage {
  readonly tasks: Task[];
  /** Empty on the last page (A2A §3.1.4). */
  readonly nextPageToken: string;
  /** Tasks that match, over all pages. */
  readonly totalSize: number;
}

/** Tasks as append-only logs, with leases for the runs that write them. Nothing it hands out ever changes later. */
export interface TaskStore {
  /**
   * A new task from its first entries: a `task` entry, then its `message` entry. Its run comes with it.
   * @throws A2AError RESOURCE_EXHAUSTED where the store holds as many unfinished tasks as it may.
   */
  create(scope: Scope, entries: readonly LogEntry[], options: StartOptions): Promise<{ run: Run; last: number }>;
  /**
   * A follow-up: appended at once; its run comes with it when the task is free, else it waits in the queue. Nothing is stored
   * where there is no room for it: in the queue, or for its push notification config.
   */
  enqueue(
    scope: Scope,
    taskId: string,
    message: Message,
    options: StartOptions,
  ): Promise<{ number: number; run?: Run } | "terminal" | "absent" | "queueFull" | "webhooksFull">;
  /** One durable, fenced statement; resolves when durable. A terminal entry ends the run, and with it the queue. */
  append(run: Run, entries: readonly LogEntry[]): Promise<{ last: number } | "fenced">;
  /** Ends this run; resolves with the next queued one, if any. */
  release(run: Run, options: Lease): Promise<Run | undefined>;
  heartbeat(run: Run, options: Lease): Promise<"ok" | "cancel" | "lost">;
  /** Leaves the run to whoever claims expired ones next, as if its lease had run out now, and counts that. Does nothing for a run that is lost. */
  handOver(run: Run): Promise<void>;
  /** `requested`: the live run is told; `idle`: there is none. */
  requestCancel(scope: Scope, taskId: string): Promise<"requested" | "idle" | "terminal" | "absent">;
  /** A new fence: whatever ran before is out. */
  seize(scope: Scope, taskId: string, options: Lease): Promise<Run | "terminal" | "absent">;
  /** Takes over at most `limit` runs whose lease ran out. */
  claimExpired(options: Lease & { readonly limit: number }): Promise<Run[]>;
  /** Takes at most `limit` tasks that nobody runs and that have been in an interrupted state (A2A §3.2.2) since before the date. */
  claimWaiting(options: Lease & { readonly waitingSince: Date; readonly limit: number }): Promise<Run[]>;
  /** The fold up to the last entry, or up to number `upTo`; a compacted log gives its final Task. */
  load(scope: Scope, taskId: string, upTo?: number): Promise<{ task: Task; last: number } | undefined>;
  /** Entries after number `after`; waits for more until the signal aborts. Ends early only when the task is purged or its log compacted. */
  entries(scope: Scope, taskId: string, after: number, signal: AbortSignal): AsyncIterable<Stored>;
  /**
   * Newest status first (A2A §3.1.4). Tasks come whole: the caller trims history and artifacts.
   * @throws A2AError InvalidParams for a page token that this store did not issue.
   */
  list(scope: Scope, query: ListTasksRequest): Promise<TaskPage>;
  readonly push: PushStore;
  /** Removes at most `limit` tasks that ended before the date; resolves with how many. */
  purge(options: { readonly finishedBefore: Date; readonly limit: number }): Promise<number>;
  close(): Promise<void>;
}
