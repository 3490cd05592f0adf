import { A2AError, isTerminal } from "@a2akit/protocol";
import type { Message, SendMessageRequest, Task } from "@a2akit/types";
import type { Aborter } from "../aborter.ts";
import { awaitRun, type Input, type RunAnswer } from "../await-run.ts";
import type { CallContext } from "../call-context.ts";
import { EVENT_LOG_EXTENSION } from "../event-log-extension.ts";
import { resourceExhausted, tooManyWebhooks } from "../http-errors.ts";
import { invalidParams } from "../invalid-params.ts";
import type { AgentAnswer, CallInfo } from "../invoke.ts";
import { cutHistory } from "../present-task.ts";
import type { RequestHandler, Services } from "../request-handler.ts";
import type { Answering, MessageToAnswer } from "../runs.ts";
import type { NumberedEvent } from "../streams.ts";
import { taskNotFound } from "../task-not-found.ts";
import { timestamp } from "../timestamp.ts";

/** A message that found its place: answered directly, or the input of a run. */
type Sent = { readonly kind: "message"; readonly message: Message } | SentTask;

interface SentTask {
  readonly kind: "task";
  readonly at: Input;
  /** Absent while the message waits in the queue of its task. */
  readonly answering?: Answering;
}

/** SendMessage and SendStreamingMessage (A2A §3.1.1, §3.1.2). */
export function createSendMessage(
  services: Services,
  requireMessage: (params: SendMessageRequest) => void,
): Pick<RequestHandler, "SendMessage" | "SendStreamingMessage"> {
  const { store, runs, streams, waits, timing, requireWebhook } = services;
  const { lease } = timing;

  async function send(params: SendMessageRequest, context: CallContext): Promise<Sent> {
    requireMessage(params);
    // The task of a follow-up is looked for first.
    if (!params.message.taskId) await requirePush(params);
    runs.requireRoom();
    return params.message.taskId ? followUp(params, context, params.message.taskId) : begin(params, context);
  }

  function requirePush({ configuration }: SendMessageRequest): Promise<void> | undefined {
    const push = configuration?.taskPushNotificationConfig;
    return push && requireWebhook(push, "configuration.taskPushNotificationConfig.");
  }

  async function begin(params: SendMessageRequest, context: CallContext): Promise<Sent> {
    const taskId = crypto.randomUUID();
    const contextId = params.message.contextId || crypto.randomUUID();
    const message = { ...params.message, contextId };
    const request: MessageToAnswer = { message, task: undefined, taskId, contextId, info: infoOf(params, context) };
    const answering = runs.answer(request);
    try {
      const { reply: answer } = answering;
      const reply = answer instanceof Promise ? await connected(answer, answering.aborter, context) : answer;
      if (reply.kind === "message") return reply;
      const status = { state: "TASK_STATE_SUBMITTED", timestamp: timestamp() } as const;
      const { run, last } = await store.create(
        context.scope,
        [
          { type: "task", task: { id: taskId, contextId, status } },
          { type: "message", message: { ...message, taskId } },
        ],
        { lease, ...pushOf(params) },
      );
      runs.start(run, request, answering);
      return { kind: "task", at: { scope: context.scope, taskId, input: last }, answering };
    } finally {
      answering.discard();
    }
  }

  async function followUp(params: SendMessageRequest, context: CallContext, taskId: string): Promise<Sent> {
    const { scope } = context;
    const found = await store.load(scope, taskId);
    if (found === undefined) throw taskNotFound(taskId);
    const { task } = found;
    requireContext(params.message, task);
    if (isTerminal(task.status.state)) throw ended(task.status.state);
    await requirePush(params);
    const { contextId = "" } = task;
    const message = { ...params.message, contextId };
    const queued = await store.enqueue(scope, taskId, message, { lease, ...pushOf(params) });
    if (queued === "absent") throw taskNotFound(taskId);
    if (queued === "terminal") throw ended();
    if (queued === "queueFull") throw resourceExhausted("Too many messages wait for this task");
    if (queued === "webhooksFull") throw tooManyWebhooks();
    const at = { scope, taskId, input: queued.number };
    const info = infoOf(params, context);
    if (queued.run === undefined) {
      runs.remember(taskId, queued.number, info);
      return { kind: "task", at };
    }
    const request: MessageToAnswer = { message, task, taskId, contextId, info };
    const answering = runs.answer(request);
    runs.start(queued.run, request, answering);
    return { kind: "task", at, answering };
  }

  async function taskAt({ scope, taskId }: Input, number: number, params: SendMessageRequest): Promise<Task> {
    const found = await store.load(scope, taskId, number);
    if (found === undefined) throw taskNotFound(taskId);
    return cutHistory(found.task, params.configuration?.historyLength);
  }

  function logged(at: Input, until: "answer" | "start", context: CallContext): Promise<RunAnswer> {
    return waits.during(context.signal(), (signal) => awaitRun(store, at, { until, signal }));
  }

  /** What the run of this process says, else what the log does. */
  async function answered({ at, answering }: SentTask, context: CallContext): Promise<RunAnswer> {
    return (await answering?.answered) ?? logged(at, "answer", context);
  }

  /** What a stream opens with: nothing is sent before it is known, so that an error or a direct Message stays possible. */
  async function opening(sent: SentTask, context: CallContext): Promise<RunAnswer> {
    const { at, answering } = sent;
    if (answering === undefined) return logged(at, "start", context);
    const { kind } = await answering.reply;
    return kind === "events" ? { kind: "task", number: at.input } : answered(sent, context);
  }

  return {
    async SendMessage(params, context) {
      const sent = await send(params, context);
      if (sent.kind === "message") return { message: sent.message };
      const { at } = sent;
      if (params.configuration?.returnImmediately) return { task: await taskAt(at, at.input, params) };
      const answer = await answered(sent, context);
      return answer.kind === "message"
        ? { message: answer.message }
        : { task: await taskAt(at, answer.number, params) };
    },

    async SendStreamingMessage(params, context) {
      if (context.lastEventId !== undefined) throw resent();
      const slot = streams.reserve(context.scope);
      try {
        const sent = await send(params, context);
        const answer = sent.kind === "message" ? sent : await opening(sent, context);
        if (sent.kind === "task" && answer.kind === "task") {
          const { scope, taskId, input } = sent.at;
          const task = await taskAt(sent.at, input, params);
          const ids = context.extensions.has(EVENT_LOG_EXTENSION);
          const complete = isTerminal(task.status.state);
          return streams.follow({ scope, taskId, after: input, opening: { task }, input, ids, slot, complete });
        }
        streams.release(slot);
        return single(answer);
      } catch (error) {
        streams.release(slot);
        throw error;
      }
    },
  };
}

/** Until a task exists nothing is stored, and a caller that leaves takes the work with it. */
async function connected(answer: Promise<AgentAnswer>, aborter: Aborter, context: CallContext): Promise<AgentAnswer> {
  const signal = context.signal();
  const leave = (): void => aborter.abort("disconnected");
  signal.addEventListener("abort", leave, { once: true });
  try {
    const reply = await answer;
    signal.throwIfAborted();
    return reply;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

/** A2A §3.1.2: a stream of exactly one Message. */
async function* single(answer: RunAnswer): AsyncGenerator<NumberedEvent> {
  if (answer.kind === "message") yield { result: { message: answer.message } };
}

function infoOf({ metadata = {}, configuration }: SendMessageRequest, { caller, extensions }: CallContext): CallInfo {
  return { caller, extensions, metadata, acceptedOutputModes: configuration?.acceptedOutputModes ?? [] };
}

function pushOf({ configuration }: SendMessageRequest): {
  push?: NonNullable<typeof configuration>["taskPushNotificationConfig"] & object;
} {
  const push = configuration?.taskPushNotificationConfig;
  return push === undefined ? {} : { push };
}

/** A2A §3.4.3: a message belongs to the context of its task. */
function requireContext({ contextId }: Message, task: Task): void {
  if (!contextId || contextId === task.contextId) return;
  throw invalidParams([
    { field: "message.contextId", description: "is not the context of the task that message.taskId names" },
  ]);
}

/** A2A §3.1.1: a task that ended takes no more messages. */
function ended(state?: Task["status"]["state"]): A2AError {
  return new A2AError("UnsupportedOperation", {
    message: "The task has ended and takes no more messages",
    metadata: { state },
  });
}

/** Sending the message again would run the agent twice. */
function resent(): A2AError {
  return new A2AError("InvalidParams", {
    message: "Last-Event-ID resumes a stream by SubscribeToTask; SendStreamingMessage would send the message again",
  });
}
