import { A2AError, isObject } from "@a2akit/protocol";
import { decodeResult } from "@a2akit/protocol/codec";
import { status, working } from "@a2akit/server";
import type { Method, Task } from "@a2akit/types";
import { textOf } from "./pick-reply.ts";
import type { Reply, ReplyAnswer, Step } from "./script.ts";

/** One JSON body of an OpenAPI file. */
interface Example {
  readonly method: string | undefined;
  readonly kind: "request" | "result" | "error" | "card";
  readonly value: unknown;
}

type SendMethod = "SendMessage" | "SendStreamingMessage";

/**
 * What the examples of a file answer to a message: the one that belongs to the request with the same text, else the first. Where the file has
 * no example of a whole answer, `sample` makes one of those that its schemas give.
 */
export function exampleReplies(examples: readonly Example[], sample: (method: Method) => unknown): Reply[] {
  const answers = examples.flatMap(({ kind, method, value }) => {
    const answer = kind === "result" && isSend(method) ? answerOf(method, member(value, "result")) : undefined;
    return answer ? [{ answer, text: requestText(examples, member(value, "id")) }] : [];
  });
  const made = answers.length > 0 ? undefined : answerOf("SendMessage", sample("SendMessage"));
  const [first = made && { answer: made, text: undefined }, ...others] = answers;
  if (!first) return [];
  const exact = others.flatMap(({ answer, text }) => (text === undefined ? [] : [replyOf(answer, text)]));
  return [...exact, replyOf(first.answer)];
}

/** The tasks that the results of a file show, by their own ids. */
export function exampleTasks(examples: readonly Example[]): Task[] {
  const tasks = examples.flatMap(({ kind, method, value }) => {
    if (kind !== "result") return [];
    const result = member(value, "result");
    if (isSend(method)) return decoded(method, result)?.task ?? [];
    if (method === "GetTask" || method === "CancelTask") return decoded(method, result) ?? [];
    return method === "ListTasks" ? (decoded(method, result)?.tasks ?? []) : [];
  });
  return [...new Map(tasks.filter(isWhole).map((task) => [task.id, task])).values()];
}

function isSend(method: string | undefined): method is SendMethod {
  return method === "SendMessage" || method === "SendStreamingMessage";
}

function requestText(examples: readonly Example[], id: unknown): string | undefined {
  const request = examples.find(({ kind, value }) => kind === "request" && member(value, "id") === id);
  const message = member(member(request?.value, "params"), "message");
  const parts = member(message, "parts");
  return Array.isArray(parts) ? textOf({ messageId: "", role: "ROLE_USER", parts }) || undefined : undefined;
}

function replyOf(answer: ReplyAnswer, text?: string): Reply {
  return { when: text === undefined ? {} : { text }, times: Number.POSITIVE_INFINITY, faults: [], answer };
}

function answerOf(method: SendMethod, value: unknown): ReplyAnswer | undefined {
  const { task, message } = decoded(method, value) ?? {};
  if (message?.parts?.length) return { kind: "message", parts: message.parts };
  return task && isWhole(task) ? { kind: "task", steps: stepsOf(task) } : undefined;
}

/** A Task as the events that lead to it. */
function stepsOf({ status: end, artifacts = [] }: Task): Step[] {
  return [
    { event: () => working() },
    ...artifacts.filter(({ parts }) => parts?.length > 0).map((artifact): Step => ({ event: () => ({ artifact }) })),
    { event: () => status(end.state, end.message?.parts) },
  ];
}

/** An example may leave out what only a schema would demand. */
function isWhole(task: Task): boolean {
  return typeof task.id === "string" && typeof task.status?.state === "string";
}

/** Undefined for what is no result of the method. */
function decoded<M extends Method>(method: M, value: unknown) {
  try {
    return decodeResult(method, value);
  } catch (error) {
    if (error instanceof A2AError) return undefined;
    throw error;
  }
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
