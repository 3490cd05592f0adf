import { isInterrupted, isObject, isTerminal } from "@a2akit/protocol";
import type { StreamResponse } from "@a2akit/types";
import { describe, expectError, judgeResult, quote } from "./judging.ts";
import { decoded, eventsIn, outcomeOf, taskIn } from "./results.ts";
import { type RuleRow, skipped, type Verdict } from "./rule.ts";
import type { Seen, StreamSeen } from "./seen.ts";

const NOT_SENT = "no message was sent";

/** Judges the stream of a SendStreamingMessage that was opened. */
function judgeStream(seen: Seen, judge: (events: readonly StreamResponse[], stream: StreamSeen) => Verdict): Verdict {
  const exchange = seen.exchanges.stream;
  if (!exchange) return skipped(seen.exchanges.send ? "the agent does not stream" : NOT_SENT);
  if (!exchange.stream) return skipped(exchange.failure ?? `it was answered with ${describe(outcomeOf(exchange))}`);
  return judge(eventsIn(seen), exchange.stream);
}

const stateOf = ({ task, statusUpdate }: StreamResponse) => (statusUpdate ?? task)?.status?.state;
const ends = (event: StreamResponse) => {
  const state = stateOf(event);
  return event.message !== undefined || (state !== undefined && (isTerminal(state) || isInterrupted(state)));
};
const kindOf = (event: StreamResponse) => Object.keys(event)[0] ?? "nothing";

function frameFault(frame: unknown, id: unknown): string | undefined {
  if (!isObject(frame) || frame.jsonrpc !== "2.0") return `an event is no JSON-RPC response: ${quote(frame)}`;
  if (frame.id !== id) return `the id ${quote(id)} came back as ${quote(frame.id)}`;
  if (isObject(frame.error)) return `there is an error within the stream: ${quote(frame.error)}`;
  const kinds = isObject(frame.result) ? Object.keys(frame.result) : [];
  if (kinds.length === 1) return undefined;
  return `an event holds ${kinds.join(" and ") || "nothing"}, not exactly one payload`;
}

/** What comes of messages: answers, tasks, streams (A2A §3.1, §3.2, §9.4.2). */
export const workRules = {
  "send-one-of": {
    severity: "error",
    costs: "Clients of A2A 1.0 find neither a task nor a message in the answer.",
    judge: (seen) =>
      judgeResult(seen, "send", (result) => {
        const kinds = isObject(result) ? ["task", "message"].filter((name) => name in result) : [];
        if (kinds.length === 1) return [];
        const bare = decoded(result);
        return [
          bare
            ? `the result is a bare ${bare.task ? "Task" : "Message"}, not {${bare.task ? "task" : "message"}: …}`
            : `the result holds ${kinds.join(" and ") || "neither task nor message"}: ${quote(result)}`,
        ];
      }),
    facts: () => ({ sendMessageResult: "bare" }),
  },
  "send-blocks": {
    severity: "error",
    costs: "A caller takes an unfinished task for the answer.",
    judge(seen) {
      const task = taskIn(seen.exchanges.send);
      if (!task) return skipped(seen.exchanges.send ? "there is no task" : NOT_SENT);
      const { state } = task.status;
      // A state that is none has a rule of its own.
      return /^TASK_STATE_(SUBMITTED|WORKING)$/.test(String(state))
        ? [`SendMessage was answered while the task was ${state}`]
        : [];
    },
  },
  "context-minted": {
    severity: "warning",
    costs: "A caller cannot continue the conversation.",
    judge: (seen) =>
      judgeResult(seen, "send", (result) => {
        const { task, message } = decoded(result) ?? {};
        return (task ?? message) === undefined || (task ?? message)?.contextId ? [] : ["the answer has no contextId"];
      }),
  },
  "get-task": {
    severity: "error",
    costs: "A caller that comes back later does not find its task.",
    judge(seen) {
      const sent = taskIn(seen.exchanges.send);
      if (!sent) return skipped(seen.exchanges.send ? "there is no task" : NOT_SENT);
      const exchange = seen.exchanges["get-sent"];
      if (!exchange) return skipped("there is no GetTask");
      const found = taskIn(exchange);
      if (!found) return [`GetTask of the task that SendMessage made gave ${describe(outcomeOf(exchange))}`];
      return found.id === sent.id ? [] : [`GetTask of ${sent.id} gave the task ${found.id}`];
    },
  },
  "cancel-terminal": {
    severity: "warning",
    costs: "A caller believes that it stopped what had been done already.",
    judge: (seen) => expectError(seen, "cancel-finished", "TaskNotCancelable"),
  },
  "subscribe-terminal": {
    severity: "warning",
    costs: "A client waits on a stream in which nothing will come.",
    judge(seen) {
      const exchange = seen.exchanges["subscribe-finished"];
      if (exchange?.stream)
        return [`SubscribeToTask of a finished task opened a stream of ${exchange.stream.frames.length} events`];
      return expectError(seen, "subscribe-finished", "UnsupportedOperation");
    },
  },
  "stream-frames": {
    severity: "error",
    costs: "A client cannot read the events, or takes them for those of another call.",
    judge: (seen) =>
      judgeStream(seen, (_, { frames }) => {
        const fault = frames
          .map((frame) => frameFault(frame, seen.exchanges.stream?.id))
          .find((found) => found !== undefined);
        return fault === undefined ? [] : [fault];
      }),
  },
  "stream-task-first": {
    severity: "error",
    costs: "A client does not learn the id of the task, and cannot come back to it.",
    judge: (seen) =>
      judgeStream(seen, ([first]) => {
        if (!first) return ["the stream has no event"];
        return first.task || first.message ? [] : [`the first event is ${kindOf(first)}`];
      }),
  },
  "stream-message-only": {
    severity: "warning",
    costs: "A client that stops at the message misses the rest.",
    judge: (seen) =>
      judgeStream(seen, (events) =>
        events.some(({ message }) => message) && events.length > 1
          ? [`a direct Message is one of ${events.length} events`]
          : [],
      ),
  },
  "stream-order": {
    severity: "error",
    costs: "A client shows things twice, in the wrong order, or after the end.",
    judge: (seen) =>
      judgeStream(seen, (events) => {
        const twice = events.find(
          (event, index) => index > 0 && JSON.stringify(event) === JSON.stringify(events[index - 1]),
        );
        if (twice) return [`the same ${kindOf(twice)} came twice in a row`];
        const late = events.findIndex(ends);
        if (late >= 0 && late < events.length - 1 && !events.slice(late + 1).every(({ task }) => task))
          return [
            `after the last state came ${events
              .slice(late + 1)
              .map(kindOf)
              .join(", ")}`,
          ];
        const begun = new Set<string>(events[0]?.task?.artifacts?.map(({ artifactId }) => artifactId));
        for (const { artifactUpdate } of events) {
          if (artifactUpdate?.append && !begun.has(artifactUpdate.artifact.artifactId))
            return [`a chunk of the artifact ${artifactUpdate.artifact.artifactId} came before its beginning`];
          if (artifactUpdate) begun.add(artifactUpdate.artifact.artifactId);
        }
        const times = events
          .flatMap((event) => (event.statusUpdate ?? event.task)?.status?.timestamp ?? [])
          .map((time) => Date.parse(time));
        return times.some((time, index) => time < (times[index - 1] ?? time))
          ? ["a later status has an earlier time than the one before it"]
          : [];
      }),
  },
  "stream-opens": {
    severity: "error",
    costs: "A client does not know what became of the task, and has to ask again.",
    judge: (seen) =>
      judgeStream(seen, (events, { end }) => {
        if (events.some(ends)) return [];
        return [
          `the stream ${end === "broken" ? "broke off" : "ended"} after ${events.length} events, before the task came to an end`,
        ];
      }),
  },
  "stream-closes-terminal": {
    severity: "error",
    costs: "A client waits for more, and connections pile up.",
    judge: (seen) =>
      judgeStream(seen, (events, { end }) =>
        end === "open" && events.some(ends) ? ["the stream stays open after the task has ended"] : [],
      ),
  },
} as const satisfies Readonly<Record<string, RuleRow>>;
