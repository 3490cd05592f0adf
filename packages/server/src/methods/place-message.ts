import { A2AError, isTerminal } from "@a2akit/protocol";
import type { Message, SendMessageRequest, Task, TaskPushNotificationConfig } from "@a2akit/types";
import type { CallContext } from "../call-context.ts";
import type { Services } from "../dispatch/request-handler.ts";
import { httpError, resourceExhausted, tooManyWebhooks } from "../http-errors.ts";
import { invalidParams } from "../invalid-params.ts";
import type { Answering, MessageToAnswer } from "../runs/answering.ts";
import type { Input } from "../runs/await-run.ts";
import type { AgentAnswer } from "../runs/invoke-agent.ts";
import { taskNotFound } from "../task-not-found.ts";
import { timestamp } from "../timestamp.ts";

/** A message that found its place: answered directly, or the input of a run. */
export type Placed = { readonly kind: "message"; readonly message: Message } | PlacedInTask;

export interface PlacedInTask extends Input {
  readonly kind: "task";
  /** Absent while the message waits in the queue of its task. */
  readonly answering?: Answering;
}

/**
 * Gives a message its place: a new task, or the one that it names (A2A §3.4.3).
 * @throws A2AError TaskNotFound, UnsupportedOperation for a task that has ended, InvalidParams for the context of another task, RESOURCE_EXHAUSTED
 */
export function createPlaceMessage({
  store,
  runs,
  timing,
  requireWebhook,
}: Services): (params: SendMessageRequest, context: CallContext) => Promise<Placed> {
  const { lease } = timing;

  async function begin(params: SendMessageRequest, context: CallContext): Promise<Placed> {
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

  async function followUp(params: SendMessageRequest, context: CallContext, taskId: string): Promise<Placed> {
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

  return (params, context) => {
    const { taskId } = params.message;
    return taskId ? followUp(params, context, taskId) : begin(params, context);
  };
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
