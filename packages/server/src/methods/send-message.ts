import { A2AError, isTerminal } from "@a2akit/protocol";
import type { Message, SendMessageRequest, Task, TaskPushNotificationConfig } from "@a2akit/types";
import type { CallContext } from "../call-context.ts";
import type { RequestHandler, Services } from "../dispatch/request-handler.ts";
import type { NumberedEvent } from "../dispatch/streams.ts";
import { EVENT_LOG_EXTENSION } from "../event-log-extension.ts";
import { httpError, resourceExhausted, tooManyWebhooks } from "../http-errors.ts";
import { invalidParams } from "../invalid-params.ts";
import type { Answering, MessageToAnswer } from "../runs/answering.ts";
import { awaitRun, type Input, type RunAnswer } from "../runs/await-run.ts";
import type { AgentAnswer } from "../runs/invoke-agent.ts";
import { taskNotFound } from "../task-not-found.ts";
import { timestamp } from "../timestamp.ts";
import { cutHistory } from "./present-task.ts";

/** A message that found its place: answered directly, or the input of a run. */
type Sent = { readonly kind: "message"; readonly message: Message } | SentTask;

interface SentTask extends Input {
  readonly kind: "task";
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

  function send(params: SendMessageRequest, context: CallContext): Promise<Sent> {
    requireMessage(params);
    const { taskId } = params.message;
    return taskId ? followUp(params, context, taskId) : begin(params, context);
  }

  async function begin(params: SendMessageRequest, context: CallContext): Promise<Sent> {
    const push = pushOf(params);
    if (push !== undefined) await requireWebhook(push, PUSH_FIELD);
    runs.requireRoom();
    const { scope } = context;
    const taskId = crypto.randomUUID();
    const contextId = params.message.contextId || crypto.randomUUID();
    const message = { ...params.message, contextId };
    const answering = runs.answer(requestOf(params, context, { message, task: undefined, taskId, contextId }));
    try {
      const reply =
        answering.reply instanceof Promise ? await connected(answering.reply, answering, context) : answering.reply;
      if (reply.kind === "message") return reply;
      const status = { state: "TASK_STATE_SUBMITTED", timestamp: timestamp() } as const;
      const { run, last } = await store.create(
        scope,
        [
          { type: "task", task: { id: taskId, contextId, status } },
          { type: "message", message: { ...message, taskId } },
        ],
        push === undefined ? { lease } : { lease, push },
      );
      runs.start(run, answering);
      return { kind: "task", scope, taskId, input: last, answering };
    } finally {
      runs.discard(answering);
    }
  }

  async function followUp(params: SendMessageRequest, context: CallContext, taskId: string): Promise<Sent> {
    runs.requireRoom();
    const { scope } = context;
    const found = await store.load(scope, taskId);
    if (found === undefined) throw taskNotFound(taskId);
    const { task } = found;
    requireContext(params.message, task);
    if (isTerminal(task.status.state)) throw ended(task.status.state);
    const push = pushOf(params);
    if (push !== undefined) await requireWebhook(push, PUSH_FIELD);
    const { contextId = "" } = task;
    const message = { ...params.message, contextId };
    const queued = await store.enqueue(scope, taskId, message, push === undefined ? { lease } : { lease, push });
    if (queued === "absent") throw taskNotFound(taskId);
    if (queued === "terminal") throw ended();
    if (queued === "queueFull") throw resourceExhausted("Too many messages wait for this task");
    if (queued === "webhooksFull") throw tooManyWebhooks();
    const sent = { kind: "task", scope, taskId, input: queued.number } as const;
    const request = requestOf(params, context, { message, task, taskId, contextId });
    if (queued.run === undefined) {
      const { info, observed } = request;
      runs.remember(taskId, queued.number, { info, observed });
      return sent;
    }
    const answering = runs.answer(request);
    runs.start(queued.run, answering);
    return { ...sent, answering };
  }

  function logged(input: Input, until: "answer" | "start", context: CallContext): Promise<RunAnswer> {
    return waits.during(context.call.signal(), (signal) => awaitRun(store, input, { until, signal }));
  }

  /** What a stream opens with: nothing is sent before it is known, so that an error or a direct Message stays possible. */
  async function opening(sent: SentTask, context: CallContext): Promise<RunAnswer> {
    const { answering } = sent;
    if (answering === undefined) return logged(sent, "start", context);
    // A run that loses its task is answered, though its agent may never reply.
    const first = await waits.during(context.call.signal(), () => Promise.race([answering.reply, answering.answered]));
    if (first?.kind === "events") return { kind: "task", number: sent.input };
    return (await answering.answered) ?? logged(sent, "answer", context);
  }

  return {
    async SendMessage(params, context) {
      const sent = await send(params, context);
      if (sent.kind === "message") return { message: sent.message };
      const { scope, taskId, input } = sent;
      let number = input;
      if (!params.configuration?.returnImmediately) {
        // What the run of this process says, else what the log does.
        const answer = (await sent.answering?.answered) ?? (await logged(sent, "answer", context));
        if (answer.kind === "message") return { message: answer.message };
        number = answer.number;
      }
      return { task: taskOf(await store.load(scope, taskId, number), taskId, params) };
    },

    async SendStreamingMessage(params, context) {
      if (context.lastEventId !== undefined) throw resent();
      const slot = streams.reserve(context.caller);
      try {
        const sent = await send(params, context);
        const answer = sent.kind === "message" ? sent : await opening(sent, context);
        if (sent.kind === "task" && answer.kind === "task") {
          const { scope, taskId, input } = sent;
          const task = taskOf(await store.load(scope, taskId, input), taskId, params);
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

/** @throws A2AError TaskNotFound where it was purged meanwhile. */
function taskOf(found: { readonly task: Task } | undefined, taskId: string, params: SendMessageRequest): Task {
  if (found === undefined) throw taskNotFound(taskId);
  return cutHistory(found.task, params.configuration?.historyLength);
}

/** Until a task exists nothing is stored, and a caller that leaves takes the work with it; so does a handler that closes. */
async function connected(
  answer: Promise<AgentAnswer>,
  { aborter, answered }: Answering,
  context: CallContext,
): Promise<AgentAnswer> {
  const signal = context.call.signal();
  const leave = (): void => aborter.abort("disconnected");
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  try {
    const reply = await Promise.race([answer, answered]);
    signal.throwIfAborted();
    // Answered before there is a run: it was given up.
    if (reply === undefined || reply.kind === "task") throw httpError("UNAVAILABLE");
    return reply;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

/** A2A §3.1.2: a stream of exactly one Message. */
async function* single(answer: RunAnswer): AsyncGenerator<NumberedEvent> {
  if (answer.kind === "message") yield { result: { message: answer.message } };
}

function requestOf(
  { metadata = {}, configuration }: SendMessageRequest,
  { caller, scope, extensions, call }: CallContext,
  place: Pick<MessageToAnswer, "message" | "task" | "taskId" | "contextId">,
): MessageToAnswer {
  const { tenant } = scope;
  const info = { caller, tenant, extensions, metadata, acceptedOutputModes: configuration?.acceptedOutputModes ?? [] };
  const { message, task, taskId, contextId } = place;
  return { message, task, taskId, contextId, info, attempt: 1, log: [], observed: call.observed };
}

function pushOf({ configuration }: SendMessageRequest): TaskPushNotificationConfig | undefined {
  return configuration?.taskPushNotificationConfig;
}
const PUSH_FIELD = "configuration.taskPushNotificationConfig.";

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
