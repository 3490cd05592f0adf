import { MAX_DELAY } from "./timers.ts";

/** What one peer can make the server hold or do. Every limit is an option of `createA2AHandler`. */
export interface Limits {
  /** Bytes of a request body; over it: HTTP 413. */
  readonly bodyBytes: number;
  /** Levels of nesting of the params; over it: −32602. */
  readonly nesting: number;
  /** Items of any list in the params, such as the parts of a message; over it: −32602. Lists inside of opaque JSON do not count. */
  readonly listItems: number;
  /** Members of any object in the params, unknown ones included; over it: −32602. Opaque JSON, such as `metadata`, does not count. */
  readonly objectMembers: number;
  /** Bytes of a task as JSON, history included, a character counted as one; over it the run ends with a FAILED status that says so. */
  readonly taskBytes: number;
  /** Streams that one caller holds open; over it: HTTP 429. */
  readonly streamsPerCaller: number;
  /** Agents that run at a time in this handler; over it: HTTP 429. */
  readonly runningTasks: number;
  /** Times that a process may die while its agent answers one message; then the task fails. A hand-over by `close()` is none. */
  readonly runAttempts: number;
  /** Tasks per page of ListTasks; over it: −32602 (A2A §3.1.4: at most 100). */
  readonly pageSize: number;
  /** Characters of the id, URL, token, scheme or credentials of a push notification config; over it: −32602. */
  readonly webhookField: number;
  /** Attempts to deliver one frame to a webhook; then it is a dead letter. */
  readonly webhookAttempts: number;
  /** Webhooks that are called at a time by this handler; the others wait. */
  readonly webhooksAtOnce: number;
  /** Of these, the webhooks of one owner; its others wait, so that one whose webhooks hang does not hold up everybody's. */
  readonly webhooksPerOwner: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytes: 10 * 1024 * 1024,
  nesting: 64,
  listItems: 1_000,
  objectMembers: 1_000,
  taskBytes: 64 * 1024 * 1024,
  streamsPerCaller: 1_000,
  runningTasks: 1_000,
  runAttempts: 5,
  pageSize: 100,
  webhookField: 8_192,
  webhookAttempts: 15,
  webhooksAtOnce: 1_000,
  webhooksPerOwner: 250,
};

/** ListTasks without `pageSize` (A2A §3.1.4). */
export const DEFAULT_PAGE_SIZE = 50;

/**
 * Times in milliseconds. Every one is an option of `createA2AHandler`. 2³¹ − 1 (24.8 days) is the longest that a timer can
 * wait: what is longer, `Infinity` too, counts as that – but for `waitingTtl` and `finishedTtl`.
 */
export interface Timing {
  /** How long CancelTask waits for the agent before it takes the task from it. */
  readonly cancelGrace: number;
  /**
   * How often a live run renews its lease and learns of a cancel that another process took. Shorter than the lease; where only
   * that is given, at most a third of it.
   */
  readonly heartbeat: number;
  /** How long a run is believed alive without a heartbeat. */
  readonly lease: number;
  /** Silence on a stream after which a comment keeps it open. */
  readonly keepAlive: number;
  /** How long a reader may take nothing of a full stream, or of a large answer, before it is closed; a stream can be resumed. */
  readonly stall: number;
  /** How long `close()` lets tasks, and deliveries to webhooks that are under way, finish. */
  readonly closeGrace: number;
  /** How long a task may wait for its caller, in INPUT_REQUIRED or AUTH_REQUIRED, before it is FAILED; `Infinity`: for ever. */
  readonly waitingTtl: number;
  /** How long a finished task is kept; `Infinity`: for ever. */
  readonly finishedTtl: number;
  /** How long one attempt to deliver to a webhook may take. */
  readonly webhookTimeout: number;
  /** The wait after a webhook's first failure; it doubles with each, less up to half of it by chance. */
  readonly webhookBackoff: number;
  /** The longest wait between two attempts. */
  readonly webhookBackoffMax: number;
  /** How long the store may take to answer before the handler counts as not ready. */
  readonly readinessTimeout: number;
  /** How long a frame may be due without being sent before the handler counts as not ready. */
  readonly outboxStuck: number;
}

export const DEFAULT_TIMING: Timing = {
  cancelGrace: 5_000,
  heartbeat: 1_000,
  lease: 10_000,
  keepAlive: 15_000,
  stall: 30_000,
  closeGrace: 10_000,
  waitingTtl: 30 * 24 * 60 * 60 * 1_000,
  finishedTtl: 24 * 60 * 60 * 1_000,
  webhookTimeout: 15_000,
  webhookBackoff: 1_000,
  webhookBackoffMax: 60 * 60 * 1_000,
  readinessTimeout: 2_000,
  outboxStuck: 5 * 60 * 1_000,
};

/** The times of a handler. @throws RangeError that names an option which is no time, and for a heartbeat that is no shorter than the lease */
export function timingOf(given?: Partial<Timing>): Timing {
  const { waitingTtl, finishedTtl, ...waits } = withDefaults(DEFAULT_TIMING, given);
  const { lease } = waits;
  const heartbeat = given?.heartbeat ?? Math.min(DEFAULT_TIMING.heartbeat, lease / 3);
  // Every run would be taken for dead.
  if (heartbeat >= lease && lease > 0 && lease < MAX_DELAY)
    throw new RangeError("heartbeat must be shorter than lease");
  // A timer that is asked to wait longer does not wait at all.
  const capped = Object.entries({ ...waits, heartbeat }).map(([name, wait]) => [name, Math.min(wait, MAX_DELAY)]);
  return { ...waits, ...Object.fromEntries(capped), waitingTtl, finishedTtl };
}

/** The defaults with what was given. @throws RangeError that names an option which is not a number of at least 0. */
export function withDefaults<T extends object>(defaults: T, given: Partial<T> = {}): T {
  const entries = Object.entries<unknown>({ ...given }).filter(([, value]) => value !== undefined);
  for (const [name, value] of entries) {
    if (!(name in defaults)) throw new RangeError(`There is no option named ${name}`);
    if (!(typeof value === "number" && value >= 0)) throw new RangeError(`${name} must be a number of at least 0`);
  }
  return { ...defaults, ...Object.fromEntries(entries) };
}
