import { type Client, isInterrupted, type Message, type SendMessageResponse, type Task } from "@a2akit/client";
import type { Context } from "../context.ts";
import { jsonLine } from "../output/output.ts";
import { printAnswer } from "../output/print.ts";
import { awaitAnswer } from "../waiting/await-answer.ts";
import { startClock } from "../waiting/clock.ts";

/** Turns that belong together: the context goes on, and so does a task that waits for the user. */
export interface Conversation {
  readonly client: Client;
  contextId(): string | undefined;
  /** The task that waits for an answer. */
  taskId(): string | undefined;
  /** Forgets both. */
  reset(): void;
  /** One turn, shown as `send` shows it. */
  turn(text: string): Promise<void>;
  /** Takes what an answer says of context and task. */
  note(answer: SendMessageResponse): void;
}

export function createConversation(context: Context, client: Client): Conversation {
  const { invocation, io, signal } = context;
  let contextId: string | undefined = invocation.values["context-id"];
  let taskId: string | undefined = invocation.values["task-id"];

  const note = ({ task, message }: SendMessageResponse) => {
    contextId = (task ?? message)?.contextId || contextId;
    taskId = waitingTask(task, message);
  };

  return {
    client,
    contextId: () => contextId,
    taskId: () => taskId,
    note,
    reset() {
      contextId = undefined;
      taskId = undefined;
    },
    async turn(text) {
      const clock = startClock(invocation.values.timeout, [signal]);
      const options = { taskId, contextId, metadata: invocation.values.metadata, signal: clock.signal };
      try {
        const turn = { ...context, signal: clock.signal };
        const { response, isAnnounced } = await awaitAnswer(turn, { client, parts: [{ text }], options });
        note(response);
        if (invocation.values.output === "json") io.stdout.write(jsonLine(response));
        else printAnswer(context, response, { isAnnounced });
      } finally {
        clock.stop();
      }
    },
  };
}

function waitingTask(task: Task | undefined, message: Message | undefined): string | undefined {
  if (task) return isInterrupted(task.status.state) ? task.id : undefined;
  return message?.taskId || undefined;
}
