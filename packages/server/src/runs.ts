import type { Message, Task } from "@a2akit/types";
import { type Aborter, createAborter } from "./aborter.ts";
import type { AbortCause, Agent } from "./agent.ts";
import type { RunAnswer } from "./await-run.ts";
import type { Caller } from "./call-context.ts";
import { resourceExhausted } from "./http-errors.ts";
import { type AgentAnswer, type CallInfo, type Invocation, invoke } from "./invoke.ts";
import { jsonSize } from "./json-size.ts";
import type { Timing } from "./limits.ts";
import { execute, type RunEnd, type RunEnvironment } from "./run.ts";
import type { Run, Scope, Stored } from "./task-store.ts";
import { unref } from "./timers.ts";

export interface RunsOptions extends RunEnvironment {
  readonly agent: Agent;
  readonly runningTasks: number;
  readonly timing: Pick<Timing, "heartbeat" | "lease">;
}

/** An agent that was called and whose answer is not in a log yet. */
export interface Answering {
  readonly reply: AgentAnswer | Promise<AgentAnswer>;
  /**
   * The entry that answers the message, known in this process before anybody reads the log; `undefined`: look there, the
   * run ended some other way.
   */
  readonly answered: Promise<RunAnswer | undefined>;
  settle(answer: RunAnswer | undefined): void;
  /** Behind the agent's signal. */
  readonly aborter: Aborter;
  /** Ends it without a run; a started one ends by itself. */
  discard(): void;
}

export interface MessageToAnswer {
  readonly message: Message;
  readonly task: Task | undefined;
  readonly taskId: string;
  readonly contextId: string;
  readonly info: CallInfo;
}

/** The agents at work in this process. */
export interface Runs {
  /** @throws A2AError RESOURCE_EXHAUSTED when as many agents run as may. */
  requireRoom(): void;
  /** How many more agents may run. */
  room(): number;
  /** Calls the agent. */
  answer(request: MessageToAnswer): Answering;
  /** Puts the answer into the log of `run`. */
  start(run: Run, request: MessageToAnswer, answering?: Answering): void;
  /** Runs the message entry that a run from the store answers: a queued one, or one whose process died. */
  startStored(run: Run, log?: readonly Stored[]): Promise<void>;
  /** Keeps what is known of a call whose message waits in the queue of a task that runs here. */
  remember(taskId: string, input: number, info: CallInfo): void;
  /** Aborts the signal of a run in this process. */
  abort(taskId: string, cause: AbortCause): void;
  /** Resolves when no agent is at work. */
  idle(): Promise<void>;
  /** Aborts what is still at work, and at once what begins later. */
  close(): void;
}

const FIRST = { attempt: 1, log: [] } as const;

interface LiveRun {
  readonly run: Run;
  readonly begun: Answering;
  readonly done: Promise<void>;
}

export function createRuns(options: RunsOptions): Runs {
  const { store, timing, onError } = options;
  const { lease } = timing;
  const live = new Map<string, LiveRun>();
  const queued = new Map<string, Map<number, CallInfo>>();
  let answering = 0;
  let pulse: ReturnType<typeof setInterval> | undefined;

  let closed = false;

  /** Each resolves with the next run, if any. */
  const endings: Readonly<Record<RunEnd, (run: Run) => Promise<Run | undefined>>> = {
    released: (run) => store.release(run, { lease }),
    over: async () => undefined,
    // Another process need not wait for the lease to run out.
    left: (run) => store.heartbeat(run, { lease: 0 }).then(() => undefined),
  };

  function answer(request: MessageToAnswer, more: Pick<Invocation, "attempt" | "log"> = FIRST): Answering {
    const aborter = createAborter();
    let settle: Answering["settle"] = () => {};
    const answered = new Promise<RunAnswer | undefined>((resolve) => {
      settle = resolve;
    });
    let counted = true;
    answering += 1;
    return {
      reply: invoke(options.agent, { ...request, ...more, aborter }),
      answered,
      settle,
      aborter,
      discard() {
        if (counted) answering -= 1;
        counted = false;
      },
    };
  }

  function start(run: Run, request: MessageToAnswer, begun: Answering = answer(request)): void {
    begun.discard();
    const { contextId, task, message } = request;
    const { reply, aborter, settle: answered } = begun;
    const job = { run, contextId, reply, aborter, answered, bytes: jsonSize(task ?? message) };
    const done = execute(job, options)
      .then((end) => endings[end](run))
      .catch((error) => onError(error, { taskId: run.taskId }))
      .then((next) => {
        begun.settle(undefined);
        return finish(run, next ?? undefined);
      });
    live.set(run.taskId, { run, begun, done });
    if (closed) aborter.abort("shutdown");
    if (pulse === undefined) {
      pulse = setInterval(beat, timing.heartbeat);
      unref(pulse);
    }
  }

  async function finish(run: Run, next: Run | undefined): Promise<void> {
    if (live.get(run.taskId)?.run === run) live.delete(run.taskId);
    if (next !== undefined) return startStored(next);
    queued.delete(run.taskId);
  }

  async function startStored(run: Run, log: readonly Stored[] = []): Promise<void> {
    const { scope, taskId, input } = run;
    try {
      const found = await store.load(scope, taskId);
      const message = await readMessage(run);
      if (found === undefined || message === undefined) return;
      const info = queued.get(taskId)?.get(input) ?? infoOf(scope);
      queued.get(taskId)?.delete(input);
      const { task } = found;
      const request = { message, task, taskId, contextId: task.contextId ?? "", info };
      start(run, request, answer(request, { attempt: run.attempt, log }));
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
    for (const { run, begun } of live.values()) {
      store.heartbeat(run, { lease }).then(
        (answer) => {
          if (answer === "cancel") begun.aborter.abort("canceled");
          if (answer === "lost") abort(run.taskId, "lost");
        },
        (error) => onError(error, { taskId: run.taskId }),
      );
    }
  }

  function abort(taskId: string, cause: AbortCause): void {
    const found = live.get(taskId);
    found?.begun.aborter.abort(cause);
    if (cause !== "lost") return;
    // What it still yields is fenced off; an agent that hangs must not keep its place.
    live.delete(taskId);
    found?.begun.settle(undefined);
  }

  const room = (): number => options.runningTasks - live.size - answering;

  return {
    room,
    requireRoom() {
      if (room() <= 0) throw resourceExhausted("Too many tasks are running");
    },
    answer: (request) => answer(request),
    start,
    startStored,
    remember(taskId, input, info) {
      if (!live.has(taskId)) return;
      const known = queued.get(taskId) ?? new Map<number, CallInfo>();
      queued.set(taskId, known.set(input, info));
    },
    abort,
    async idle() {
      while (live.size > 0) await Promise.all([...live.values()].map(({ done }) => done));
    },
    close() {
      closed = true;
      clearInterval(pulse);
      for (const { begun } of live.values()) {
        begun.aborter.abort("shutdown");
      }
    },
  };
}

/** All that the store knows of a caller. */
function infoOf({ owner, tenant }: Scope): CallInfo {
  const caller: Caller = { owner, tenant };
  return { caller, extensions: new Set(), metadata: {}, acceptedOutputModes: [] };
}
