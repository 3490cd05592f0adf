import { type Dialect, missingCapability, type RequestId, VERSION_HEADER } from "@a2akit/protocol";
import type { Method } from "@a2akit/types";
import { taskIn } from "./results.ts";
import type { ProbeName, Seen } from "./seen.ts";

/** One request of an examination. */
export interface Probe {
  /** What is asked, for people. */
  readonly title: string;
  readonly id: RequestId;
  /** A method of A2A, or a name that is none; absent where `body` says all. */
  readonly method?: string;
  readonly body?: string;
  /** Undefined: without this one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Goes without the credentials of the caller. */
  readonly anonymous?: true;
  /** Makes the agent work, which may cost something. */
  readonly works?: true;
  /** Canonical, but for `raw`, which is sent as it stands. */
  readonly params?: (seen: Seen, text: string) => object;
  readonly raw?: true;
  /** Whether there is anything to be found out; always where absent. */
  readonly when?: (seen: Seen) => boolean;
}

/** An id that no task has. */
const nobody = () => crypto.randomUUID();
const unknownTask = () => ({ id: nobody() });

const offers = (method: Method) => (seen: Seen) => dialectOf(seen)?.methods.includes(method) === true;
const sentTask = (seen: Seen) => taskIn(seen.exchanges.send);
const hasSentTask = (method: Method) => (seen: Seen) => offers(method)(seen) && sentTask(seen) !== undefined;
const idOfSent = (seen: Seen) => ({ id: sentTask(seen)?.id });
const hasFinished = (method: Method) => (seen: Seen) =>
  hasSentTask(method)(seen) && /COMPLETED|FAILED|CANCELED|REJECTED/.test(String(sentTask(seen)?.status.state));

/** Whether the card and the dialect both say that there is such a method. */
export function isOffered(seen: Seen, method: Method): boolean {
  const { agent } = seen;
  return (
    agent !== undefined && offers(method)(seen) && missingCapability(method, agent.card.capabilities) === undefined
  );
}

function message(text: string) {
  return { message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }] } };
}

/** What an agent is asked, in this order. What works comes last; everything else changes nothing and starts nothing. */
export const probes: Readonly<Record<ProbeName, Probe>> = {
  "unknown-task": {
    title: "GetTask of a task that does not exist",
    id: "a2a-1",
    method: "GetTask",
    params: unknownTask,
  },
  "no-params": { title: "GetTask without an id", id: 2, method: "GetTask", params: () => ({}) },
  "unknown-method": { title: "a method that does not exist", id: 3, method: "NoSuchMethod", params: () => ({}) },
  "no-json": { title: "a body that is no JSON", id: null, body: '{"jsonrpc":"2.0","id":4,' },
  "other-version": {
    title: "GetTask in version 99.0",
    id: 5,
    method: "GetTask",
    headers: { [VERSION_HEADER]: "99.0" },
    params: unknownTask,
  },
  "no-version": {
    title: "GetTask in no version",
    id: 6,
    method: "GetTask",
    headers: { [VERSION_HEADER]: undefined },
    params: unknownTask,
  },
  anonymous: {
    title: "GetTask without credentials",
    id: 7,
    method: "GetTask",
    anonymous: true,
    params: unknownTask,
    when: (seen) => seen.hasCredentials && requirements(seen).length > 0,
  },
  cancel: {
    title: "CancelTask of a task that does not exist",
    id: 8,
    method: "CancelTask",
    params: unknownTask,
    when: offers("CancelTask"),
  },
  list: {
    title: "ListTasks, a page of one",
    id: 10,
    method: "ListTasks",
    raw: true,
    params: () => ({ pageSize: 1 }),
    when: offers("ListTasks"),
  },
  "list-snake": {
    title: "the same in snake_case",
    id: 11,
    method: "ListTasks",
    raw: true,
    params: () => ({ page_size: 1 }),
    when: offers("ListTasks"),
  },
  subscribe: {
    title: "SubscribeToTask of a task that does not exist",
    id: 12,
    method: "SubscribeToTask",
    params: unknownTask,
    when: offers("SubscribeToTask"),
  },
  "push-configs": {
    title: "ListTaskPushNotificationConfigs of a task that does not exist",
    id: 13,
    method: "ListTaskPushNotificationConfigs",
    params: () => ({ taskId: nobody() }),
    when: offers("ListTaskPushNotificationConfigs"),
  },
  "extended-card": {
    title: "GetExtendedAgentCard",
    id: 14,
    method: "GetExtendedAgentCard",
    params: () => ({}),
    when: offers("GetExtendedAgentCard"),
  },
  send: {
    title: "SendMessage",
    id: "a2a-15",
    method: "SendMessage",
    works: true,
    params: (_, text) => message(text),
    when: offers("SendMessage"),
  },
  "get-sent": {
    title: "GetTask of the task that came of it",
    id: 16,
    method: "GetTask",
    params: idOfSent,
    works: true,
    when: hasSentTask("GetTask"),
  },
  "cancel-finished": {
    title: "CancelTask of that task, if it has ended",
    id: 17,
    method: "CancelTask",
    params: idOfSent,
    works: true,
    when: hasFinished("CancelTask"),
  },
  "subscribe-finished": {
    title: "SubscribeToTask of that task, if it has ended",
    id: 18,
    method: "SubscribeToTask",
    params: idOfSent,
    works: true,
    when: (seen) => hasFinished("SubscribeToTask")(seen) && isOffered(seen, "SubscribeToTask"),
  },
  stream: {
    title: "SendStreamingMessage",
    id: "a2a-19",
    method: "SendStreamingMessage",
    works: true,
    params: (_, text) => message(text),
    when: (seen) => isOffered(seen, "SendStreamingMessage"),
  },
};

function dialectOf({ agent }: Seen): Dialect | undefined {
  return agent?.dialect;
}

/** What the card, or else the dialect, asks of every caller. */
export function requirements({ agent }: Seen): readonly object[] {
  if (!agent) return [];
  const { card, dialect } = agent;
  const all = card.securityRequirements ?? dialect.security?.requirements ?? [];
  // An empty one lets everybody in (A2A §4.5.1).
  return all.every(({ schemes }) => Object.keys(schemes ?? {}).length > 0) ? all : [];
}
