import { isObject, missingCapability } from "@a2akit/protocol";
import type { Method } from "@a2akit/types";
import { describe, expectError, judgeResult, quote } from "./judging.ts";
import { isOffered, probes } from "./probes.ts";
import { isMissing, outcomeOf } from "./results.ts";
import { type RuleRow, skipped, type Verdict } from "./rule.ts";
import type { ProbeName, Seen } from "./seen.ts";

/** The probes that call a method as it should be called. */
const callsOf: Partial<Readonly<Record<Method, ProbeName>>> = {
  GetTask: "unknown-task",
  CancelTask: "cancel",
  ListTasks: "list",
  SubscribeToTask: "subscribe",
  ListTaskPushNotificationConfigs: "push-configs",
  GetExtendedAgentCard: "extended-card",
  SendMessage: "send",
  SendStreamingMessage: "stream",
};

function missingMethods(seen: Seen): Method[] {
  // Object.entries widens the keys of the table to string.
  return (Object.entries(callsOf) as [Method, ProbeName][]).flatMap(([method, probe]) =>
    isOffered(seen, method) && isMissing(outcomeOf(seen.exchanges[probe])) ? [method] : [],
  );
}

/** Without the capability of the card, a method must be refused with the error of its gate. */
function gate(seen: Seen, method: Method, probe: ProbeName): Verdict {
  const missing = seen.agent && missingCapability(method, seen.agent.card.capabilities);
  return missing ? expectError(seen, probe, missing[1]) : skipped("the card has the capability");
}

/** With the capability, it must be there. */
function within(seen: Seen, method: Method, judge: () => Verdict): Verdict {
  return isOffered(seen, method) ? judge() : skipped("the card lacks the capability");
}

const PAGE = ["tasks", "nextPageToken", "pageSize", "totalSize"] as const;

/** The page of a ListTasks, in whichever spelling. */
function pageSizeIn(result: unknown): unknown {
  return isObject(result) ? (result.pageSize ?? result.page_size) : undefined;
}

/** The methods, and what the card says about them (A2A §3.1, §3.3.4). */
export const methodRules = {
  methods: {
    severity: "error",
    costs: "Calls that the card invites to fail.",
    judge(seen) {
      if (!seen.exchanges["unknown-task"]) return skipped("the agent was not called");
      return missingMethods(seen).map((method) => `${method} does not exist`);
    },
    facts: (seen) => ({
      methods: (seen.agent?.dialect.methods ?? []).filter((method) => !missingMethods(seen).includes(method)),
    }),
  },
  "get-unknown": {
    severity: "error",
    costs: "A caller cannot tell a task that is gone from a server that fails, and retries in vain.",
    judge: (seen) => expectError(seen, "unknown-task", "TaskNotFound"),
  },
  "cancel-unknown": {
    severity: "error",
    costs: "A caller cannot tell a task that is gone from one that cannot be canceled.",
    judge: (seen) => expectError(seen, "cancel", "TaskNotFound"),
  },
  "subscribe-unknown": {
    severity: "error",
    costs: "A client that comes back to a task waits for a stream that will say nothing.",
    judge: (seen) => within(seen, "SubscribeToTask", () => expectError(seen, "subscribe", "TaskNotFound")),
  },
  "stream-early-error": {
    severity: "error",
    costs: "A client takes the error for an event, or waits for more.",
    judge: (seen) =>
      within(seen, "SubscribeToTask", () => {
        const { stream, failure } = seen.exchanges.subscribe ?? { failure: "it was not asked" };
        if (failure !== undefined) return skipped(failure);
        return stream ? [`${probes.subscribe.title} opened a stream of ${stream.frames.length} events`] : [];
      }),
  },
  "push-unknown-task": {
    severity: "warning",
    costs: "A caller takes a task that is gone for one without webhooks.",
    judge: (seen) =>
      within(seen, "ListTaskPushNotificationConfigs", () => expectError(seen, "push-configs", "TaskNotFound")),
  },
  "gate-streaming": {
    severity: "warning",
    costs: "A caller cannot tell that the agent does not stream.",
    judge: (seen) => gate(seen, "SubscribeToTask", "subscribe"),
  },
  "gate-push": {
    severity: "warning",
    costs: "A caller may count on webhooks that are never called.",
    judge: (seen) => gate(seen, "ListTaskPushNotificationConfigs", "push-configs"),
  },
  "gate-extended-card": {
    severity: "warning",
    costs: "A caller cannot tell that there is no extended card.",
    judge: (seen) => gate(seen, "GetExtendedAgentCard", "extended-card"),
  },
  "gate-extended-card-missing": {
    severity: "warning",
    costs: "A caller does not get the card that it is promised.",
    judge: (seen) =>
      within(seen, "GetExtendedAgentCard", () => {
        const outcome = outcomeOf(seen.exchanges["extended-card"]);
        if (outcome.kind === "none") return skipped(outcome.why);
        if (outcome.kind === "result")
          return isObject(outcome.result) && typeof outcome.result.name === "string"
            ? []
            : [`it gave ${describe(outcome)}, which is no card`];
        return expectError(seen, "extended-card", "ExtendedAgentCardNotConfigured");
      }),
  },
  "list-members": {
    severity: "error",
    costs: "Clients that page through tasks stop, loop or fail.",
    judge: (seen) =>
      judgeResult(seen, "list", (result) => {
        if (!isObject(result)) return [`ListTasks gave ${quote(result)}`];
        return PAGE.filter((name) => !(name in result) && !(snake(name) in result)).map(
          (name) => `ListTasks came without ${name}`,
        );
      }),
  },
  "list-page-size": {
    severity: "warning",
    costs: "A caller gets more tasks than it asked for.",
    judge: (seen) =>
      judgeResult(seen, "list", (result) => {
        const sizes = [result, resultOf(seen, "list-snake")].map(pageSizeIn);
        if (sizes.includes(1) || sizes.every((size) => size === undefined)) return [];
        return [`a page of one was asked for; pageSize is ${quote(sizes[0])}`];
      }),
  },
  "both-spellings-in": {
    severity: "warning",
    costs: "Members that are not understood are ignored, and the caller is not told.",
    judge: (seen) =>
      judgeResult(seen, "list", (camel) => {
        const understood = {
          camelCase: pageSizeIn(camel) === 1,
          snake_case: pageSizeIn(resultOf(seen, "list-snake")) === 1,
        };
        if (understood.camelCase === understood.snake_case) return [];
        return [
          `pageSize ${understood.camelCase ? "is understood, page_size is not" : "is not understood, page_size is"}`,
        ];
      }),
    facts: (seen) => (pageSizeIn(resultOf(seen, "list-snake")) === 1 ? { paramsSpelling: "snake_case" } : {}),
  },
  "list-artifacts": {
    severity: "warning",
    costs: "Listings are larger than the caller asked for.",
    judge: (seen) =>
      judgeResult(seen, "list", (result) => {
        const tasks = isObject(result) && Array.isArray(result.tasks) ? result.tasks : [];
        return tasks.some((task) => isObject(task) && "artifacts" in task)
          ? ["a task is listed with artifacts, without includeArtifacts"]
          : [];
      }),
  },
} as const satisfies Readonly<Record<string, RuleRow>>;

function resultOf(seen: Seen, probe: ProbeName): unknown {
  const outcome = outcomeOf(seen.exchanges[probe]);
  return outcome.kind === "result" ? outcome.result : undefined;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
