import { inError, inMember, inParams, inText, isFields, without } from "./changes.ts";
import type { Defect } from "./defect.ts";

const told = { parts: [{ text: "Error: SECRET at line 1" }] };

/** Faults in JSON answers and in how requests are understood. */
export const wireDefects: readonly Defect[] = [
  { title: "the id becomes null", breaks: "id-echoed", answer: (envelope) => ({ ...envelope, id: null }) },
  {
    title: "the id becomes a string",
    breaks: "id-echoed",
    answer: (envelope) => ({ ...envelope, id: `${envelope.id}` }),
  },
  {
    title: "an unknown task is an internal error",
    breaks: "get-unknown",
    answer: inError(-32001, (error) => ({ ...error, code: -32603 })),
  },
  {
    title: "a finished task is said not to exist",
    breaks: "subscribe-terminal",
    answer: inError(-32004, (error) => ({ ...error, code: -32001 })),
  },
  {
    title: "errors come without details",
    breaks: "error-info",
    answer: inError(undefined, ({ data: _, ...error }) => error),
  },
  { title: "details have no @type", breaks: "error-details", answer: inMember("data", untyped) },
  {
    title: "the card is changed after it was signed",
    breaks: "card-signed",
    answer: inText(/"version":"1.0.0"/g, '"version":"1.0.1"'),
  },
  {
    title: "a refusal for want of rights is a success",
    breaks: "auth-denied",
    head: ({ headers }) => ({ status: 200, headers }),
  },
  {
    title: "the extended card of one caller is that of another",
    breaks: "extended-card-auth",
    answer: inText(/For bob/g, "For alice"),
  },
  {
    title: "an error has a result beside it",
    breaks: "envelope",
    answer: (envelope) => (envelope.error ? { ...envelope, result: null } : envelope),
  },
  { title: "errors change the HTTP status", breaks: "http-status", head: ({ headers }) => ({ status: 400, headers }) },
  {
    title: "the text of an exception is told",
    breaks: "error-opaque",
    answer: inMember("status", (status) =>
      isFields(status) && status.state === "TASK_STATE_FAILED" ? { ...status, message: told } : status,
    ),
  },
  {
    title: "a member of version 0.3 is added",
    breaks: "no-kind",
    answer: inMember("task", (task) => (isFields(task) ? { ...task, kind: "task" } : task)),
  },
  {
    title: "members are written in snake_case",
    breaks: "camel-case-out",
    answer: inText(/"contextId"/g, '"context_id"'),
  },
  {
    title: "states are written as numbers",
    breaks: "enum-names-out",
    answer: inText(/"TASK_STATE_INPUT_REQUIRED"/g, "6"),
  },
  { title: "timestamps have an offset", breaks: "timestamps-utc", answer: inText(/(:\d\d\.\d{3})Z"/g, '$1+00:00"') },
  { title: "keys of opaque JSON are renamed", breaks: "opaque-json", answer: inText(/"snake_key"/g, '"snakeKey"') },
  {
    title: "what is empty is written",
    breaks: "defaults-omitted",
    answer: inText(/"role":/g, '"extensions":[],"role":'),
  },
  {
    title: "the last page has no nextPageToken",
    breaks: "list-next-token",
    answer: inMember("nextPageToken", (token) => (token === "" ? undefined : token)),
  },
  { title: "totalSize is wrong", breaks: "list-total", answer: inMember("totalSize", (size) => Number(size) + 1) },
  {
    title: "tasks are listed oldest first",
    breaks: "list-order",
    answer: inMember("tasks", (tasks) => (Array.isArray(tasks) ? tasks.toReversed() : tasks)),
  },
  {
    title: "artifacts are listed unasked",
    breaks: "list-artifacts",
    ask: inParams("ListTasks", (params) => ({ ...params, includeArtifacts: true })),
  },
  {
    title: "the page token is ignored",
    breaks: "list-cursor",
    ask: inParams("ListTasks", (params) => without(params, "pageToken")),
  },
  {
    title: "the state filter is ignored",
    breaks: "list-filters",
    ask: inParams("ListTasks", (params) => without(params, "status")),
  },
  {
    title: "the history is not trimmed",
    breaks: "history-newest",
    ask: inParams("GetTask", (params) => without(params, "historyLength")),
  },
  {
    title: "the client's context is dropped",
    breaks: "context-kept",
    ask: inParams("SendMessage", ({ message, ...params }) => ({
      ...params,
      message: isFields(message) ? without(message, "contextId") : message,
    })),
  },
  {
    title: "every version is taken for 1.0",
    breaks: "version-unsupported",
    ask: ({ headers, body }) => ({ body, headers: { ...headers, "a2a-version": "1.0" } }),
  },
  {
    title: "a required extension is not enforced",
    breaks: "gate-extension",
    ask: ({ headers, body }) => ({ body, headers: { ...headers, "a2a-extensions": "https://example.com/ext/v1" } }),
  },
  {
    title: "returnImmediately is ignored",
    breaks: "send-immediately",
    hangs: true,
    ask: inParams("SendMessage", (params) => without(params, "configuration")),
  },
  {
    title: "a blocking call returns at once",
    breaks: "send-blocks",
    ask: inParams("SendMessage", (params) => ({ ...params, configuration: { returnImmediately: true } })),
  },
  {
    title: "the card has no ETag",
    breaks: "card-cached",
    head: ({ status, headers }) => ({ status, headers: untagged(headers) }),
  },
];

function untyped(details: unknown): unknown {
  if (!Array.isArray(details)) return details;
  return details.map((detail) => (isFields(detail) ? without(detail, "@type") : detail));
}

function untagged(headers: Headers): Headers {
  const rest = new Headers(headers);
  rest.delete("etag");
  return rest;
}
