import type { Message } from "@a2akit/types";
import type { AbortCause, Agent } from "../agent.ts";
import type { Caller } from "../call-context.ts";
import { resourceExhausted } from "../http-errors.ts";
import type { Timing } from "../limits.ts";
import type { Observation } from "../observe/combine.ts";
import { noteTask } from "../observe/observe-request.ts";
import type { Run, Scope, Stored } from "../task-store.ts";
import { unref } from "../timers.ts";
import { type Answering, callAgent, type MessageToAnswer, type QueuedCall } from "./answering.ts";
import { executeRun, type RunEnd } from "./execute-run.ts";
import type { CallInfo } from "./invoke-agent.ts";
import type { RunEnvironment } from "./run-log.ts";

export interface RunsOptions extends RunEnvironment {
  readonly agent: Agent;
  readonly runningTasks: number;
  readonly timing: Pick<Timing, "heartbeat" | "lease">;
  readonly observation?: Observation | undefined;
}

/** The agents at work in this process. */
export interface Runs {
  /** @throws A2AError RESOURCE_EXHAUSTED when as many agents run as may. */
  requireRoom(): void;
  /** How many more agents may run. */
  room(): number;
  /** Calls the agent. Its answer is started, or it is discarded. */
  answer(request: MessageToAnswer): Answering;
  /** Puts the answer into the log of `run`. */
  start(run: Run, answering: Answering): void;
  /** Gives its place back, unless it was started. */
  discard(answering: Answering): void;
  /** Runs the message entry that a run from the store answers: a queued one, or one whose process died. */
  startStored(run: Run, log?: readonly Stored[]): Promise<void>;
  /** Keeps what is known of a call whose message waits in the queue of a task that runs here. */
  remember(taskId: string, input: number, call: QueuedCall): void;
  /** Aborts the signal of a run in this process. */
  abort(taskId: string, cause: AbortCause): void;
  /** A sign of life of every run, now. Never rejects. */
  renew(): Promise<void>;
  /** How many agents are at work. */
  count(): number;
  /** Resolves when no agent is at work. */
  idle(): Promise<void>;
  /** Aborts what is still at work, and at once what begins later. */
  close(): void;
  /** Whoever waits for what is still at work waits for it no more. */
  abandon(): void;
}

export function createRuns(options: RunsOptions): Runs {
  const { store, timing, onError } = options;
  const { lease } = timing;
  /** By task. */
  const live = new Map<string, Answering>();
  const queued = new Map<string, Map<number, QueuedCall>>();
  let pulse: ReturnType<typeof setInterval> | undefined;
  let closed = false;
  let waiting: (() => void)[] = [];

  /** Each gives the next run, if any. */
  const endings: Readonly<Record<Exclude<RunEnd, "over">, (run: Run) => Promise<Run | undefined>>> = {
    released: (run) => store.release(run, { lease }),
    // Another process need not wait for the lease to run out.
    left: (run) => store.handOver(run).then(() => undefined),
  };

  function answer(request: MessageToAnswer): Answering {
    const answering = callAgent(options.agent, request, options.observation);
    live.set(request.taskId, answering);
    if (closed) answering.aborter.abort("shutdown");
    return answering;
  }

  function start(run: Run, answering: Answering): void {
    answering.run = run;
    const { observed } = answering.request;
    if (observed !== undefined) noteTask(observed.facts, run);
    if (pulse === undefined) {
      pulse = setInterval(beat, timing.heartbeat);
      unref(pulse);
    }
    void work(run, answering);
  }

  async function work(run: Run, answering: Answering): Promise<void> {
    const { taskId } = run;
    let next: Run | undefined;
    try {
      const end = await executeRun(run, answering, options);
      if (end !== "over") next = await finish(run, end, answering);
    } catch (error) {
      onError(error, { taskId });
    }
    answering.settle(undefined);
    answering.observed?.observer.ended();
    // It takes this one's place.
    if (next !== undefined) await startStored(next);
    remove(answering);
  }

  /**
   * Where the store fails, again with each heartbeat, for as long as a lease: when that ran out at once, a task that came to rest would pass for one
   * whose process died.
   */
  async function finish(run: Run, end: keyof typeof endings, { aborter }: Answering): Promise<Run | undefined> {
    const pause = Math.max(timing.heartbeat, 1);
    for (let left = lease; ; left -= pause) {
      try {
        return await endings[end](run);
      } catch (error) {
        onError(error, { taskId: run.taskId });
      }
      await new Promise<void>((resolve) => unref(setTimeout(resolve, pause)));
      if (closed || aborter.cause === "lost" || left <= 0) return undefined;
    }
  }

  function remove(answering: Answering): void {
    const { taskId } = answering.request;
    if (live.get(taskId) === answering) {
      live.delete(taskId);
      queued.delete(taskId);
    }
    if (live.size > 0) return;
    for (const resume of waiting) resume();
    waiting = [];
  }

  async function startStored(run: Run, log: readonly Stored[] = []): Promise<void> {
    const { scope, taskId, input } = run;
    try {
      const found = await store.load(scope, taskId);
      const message = await readMessage(run);
      if (found === undefined || message === undefined) return;
      const call = queued.get(taskId)?.get(input) ?? { info: infoOf(scope), observed: undefined };
      queued.get(taskId)?.delete(input);
      const { task } = found;
      const { contextId = "" } = task;
      start(run, answer({ message, task, taskId, contextId, ...call, attempt: run.attempt, log }));
    } catch (error) {
      onError(error, { taskId });
    }
  }

  async function readMessage({ scope, taskId, input }: Run): Promise<Message | undefined> {
    const controller = new AbortController();
    try {
      for await (const { entry } of store.entries(scope, taskId, input - 1, controller.signal)) {
        return entry.type === "message" ? entry.message : undefined;
      }
    } finally {
      controller.abort();
    }
    return undefined;
  }

  function beat(): void {
    if (live.size === 0) {
      clearInterval(pulse);
      pulse = undefined;
    }
    void renew();
  }

  async function renew(): Promise<void> {
    await Promise.all(Array.from(live.values(), renewOne));
  }

  async function renewOne(answering: Answering): Promise<void> {
    const { run } = answering;
    if (run === undefined) return;
    try {
      const answer = await store.heartbeat(run, { lease });
      if (answer === "cancel") answering.aborter.abort("canceled");
      // By now another one may run for the same task.
      if (answer === "lost") lose(answering);
    } catch (error) {
      onError(error, { taskId: run.taskId });
    }
  }

  function abort(taskId: string, cause: AbortCause): void {
    const found = live.get(taskId);
    if (found === undefined) return;
    if (cause === "lost") lose(found);
    else found.aborter.abort(cause);
  }

  /** What it still yields is fenced off; an agent that hangs must not keep its place. */
  function lose(answering: Answering): void {
    answering.aborter.abort("lost");
    remove(answering);
    answering.settle(undefined);
  }

  const room = (): number => options.runningTasks - live.size;

  return {
    room,
    requireRoom() {
      if (room() <= 0) throw resourceExhausted("Too many tasks are running");
    },
    answer,
    start,
    discard(answering) {
      if (answering.run !== undefined) return;
      remove(answering);
      if (answering.observed === undefined) return;
      answering.observed.facts.kind = "message";
      answering.observed.observer.ended();
    },
    startStored,
    remember(taskId, input, call) {
      if (!live.has(taskId)) return;
      const known = queued.get(taskId) ?? new Map<number, QueuedCall>();
      queued.set(taskId, known.set(input, call));
    },
    abort,
    renew,
    count: () => live.size,
    idle() {
      if (live.size === 0) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
    close() {
      closed = true;
      clearInterval(pulse);
      for (const { aborter } of live.values()) aborter.abort("shutdown");
    },
    abandon() {
      for (const { settle } of live.values()) settle(undefined);
    },
  };
}

/** All that the store knows of a caller. */
function infoOf({ owner, tenant }: Scope): CallInfo {
  const caller: Caller = { owner, tenant };
  return { caller, tenant, extensions: new Set(), metadata: {}, acceptedOutputModes: [] };
}
