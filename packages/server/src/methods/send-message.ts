import { A2AError, isTerminal } from "@a2akit/protocol";
import type { SendMessageRequest, Task } from "@a2akit/types";
import type { CallContext } from "../call-context.ts";
import type { RequestHandler, Services } from "../dispatch/request-handler.ts";
import type { NumberedEvent } from "../dispatch/streams.ts";
import { EVENT_LOG_EXTENSION } from "../event-log-extension.ts";
import { awaitRun, type Input, type RunAnswer } from "../runs/await-run.ts";
import { taskNotFound } from "../task-not-found.ts";
import { createPlaceMessage, type Placed, type PlacedInTask } from "./place-message.ts";
import { cutHistory } from "./present-task.ts";

/** SendMessage and SendStreamingMessage (A2A §3.1.1, §3.1.2). */
export function createSendMessage(
  services: Services,
  requireMessage: (params: SendMessageRequest) => void,
): Pick<RequestHandler, "SendMessage" | "SendStreamingMessage"> {
  const { store, streams, waits } = services;
  const place = createPlaceMessage(services);

  function send(params: SendMessageRequest, context: CallContext): Promise<Placed> {
    requireMessage(params);
    return place(params, context);
  }

  function logged(input: Input, until: "answer" | "start", context: CallContext): Promise<RunAnswer> {
    return waits.during(context.call.signal(), (signal) => awaitRun(store, input, { until, signal }));
  }

  /** What a stream opens with: nothing is sent before it is known, so that an error or a direct Message stays possible. */
  async function opening(sent: PlacedInTask, context: CallContext): Promise<RunAnswer> {
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
          const historyLength = params.configuration?.historyLength;
          const from = { scope, taskId, after: input, opening: { task }, input };
          return streams.follow({ ...from, ids, slot, complete, historyLength });
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

/** A2A §3.1.2: a stream of exactly one Message. */
async function* single(answer: RunAnswer): AsyncGenerator<NumberedEvent> {
  if (answer.kind === "message") yield { result: { message: answer.message } };
}

/** Sending the message again would run the agent twice. */
function resent(): A2AError {
  return new A2AError("InvalidParams", {
    message: "Last-Event-ID resumes a stream by SubscribeToTask; SendStreamingMessage would send the message again",
  });
}
