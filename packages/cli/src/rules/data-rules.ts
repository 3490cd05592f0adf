import { formatPath, isObject, methods } from "@a2akit/protocol";
import { decodeResult, enums } from "@a2akit/protocol/codec";
import { methodSchemas } from "@a2akit/schemas";
import type { Method } from "@a2akit/types";
import { objectsIn, quote } from "./judging.ts";
import { resultsIn } from "./results.ts";
import { type RuleRow, skipped, type Verdict } from "./rule.ts";
import type { Seen } from "./seen.ts";
import { snakeNames } from "./snake-names.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A member of A2A that an object spells in snake_case. */
function snakeIn(object: Fields): string | undefined {
  const name = Object.keys(object).find((key) => snakeNames.has(key));
  return name === undefined ? undefined : ` has ${name}, not ${snakeNames.get(name)}`;
}

/** One finding for the first object that has the fault. */
function judgeObjects(seen: Seen, find: (object: Fields) => string | undefined): Verdict {
  const results = resultsIn(seen);
  if (results.length === 0) return skipped("there was no result");
  for (const { method, result } of results) {
    for (const [object, path] of objectsIn(result)) {
      const fault = find(object);
      if (fault !== undefined) return [`${method}: ${path === "" ? "result" : path}${fault}`];
    }
  }
  return [];
}

const STATES: readonly unknown[] = enums.TaskState;
const ROLES: readonly unknown[] = enums.Role;

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** The data model as it is written (A2A §4, §5.5–5.7). */
export const dataRules = {
  "camel-case-out": {
    severity: "error",
    costs: "Clients that read A2A's own spelling miss these members.",
    judge(seen) {
      const { json } = seen.card;
      const inCard = isObject(json) ? snakeIn(json) : undefined;
      return inCard === undefined ? judgeObjects(seen, snakeIn) : [`the card${inCard}`];
    },
    facts: () => ({ resultSpelling: "snake_case" }),
  },
  "enum-names-out": {
    severity: "error",
    costs: "Clients do not know the state of a task, and wait for ever.",
    judge: (seen) =>
      judgeObjects(seen, ({ state, role }) => {
        if (state !== undefined && !STATES.includes(state)) return `.state is ${quote(state)}`;
        return role !== undefined && !ROLES.includes(role) ? `.role is ${quote(role)}` : undefined;
      }),
  },
  "timestamps-utc": {
    severity: "warning",
    costs: "Times are read wrongly, or tasks are sorted wrongly.",
    judge: (seen) =>
      judgeObjects(seen, ({ timestamp }) =>
        timestamp === undefined || (typeof timestamp === "string" && UTC.test(timestamp))
          ? undefined
          : `.timestamp is ${quote(timestamp)}, not UTC with Z`,
      ),
  },
  "no-kind": {
    severity: "warning",
    costs: "Strict clients of 1.0 refuse the answer; others take the agent for one of 0.3.",
    judge: (seen) =>
      judgeObjects(seen, ({ kind }) =>
        typeof kind === "string" && /^(task|message|status-update|artifact-update|text|file|data)$/.test(kind)
          ? `.kind is ${quote(kind)}, of A2A 0.3`
          : undefined,
      ),
  },
  "part-one-of": {
    severity: "error",
    costs: "A client cannot know what a part holds.",
    judge: (seen) =>
      judgeObjects(seen, ({ parts }) => {
        if (!Array.isArray(parts)) return undefined;
        const odd = parts.findIndex(
          (part) => !isObject(part) || ["text", "raw", "url", "data"].filter((name) => name in part).length !== 1,
        );
        return odd < 0 ? undefined : `.parts[${odd}] holds not exactly one of text, raw, url and data`;
      }),
  },
  "required-out": {
    severity: "error",
    costs: "Clients that check answers refuse them; others fail where they use what is missing.",
    judge(seen) {
      const results = resultsIn(seen).filter(({ method }) => Object.hasOwn(methods, method));
      if (results.length === 0) return skipped("there was no result");
      for (const { method, result } of results) {
        const fault = faultOf(method as Method, result);
        if (fault !== undefined) return [`${method}: ${fault}`];
      }
      return [];
    },
  },
} as const satisfies Readonly<Record<string, RuleRow>>;

/** What the schema says to a result once its spelling, which other rules judge, is put right. */
function faultOf(method: Method, result: unknown): string | undefined {
  const value = readable(method, result);
  if (value === undefined) return undefined;
  const parsed = methodSchemas[method].result.safeParse(value);
  const issue = parsed.error?.issues.find(({ path }) => !isJudgedElsewhere(method, path, value));
  return issue && `${formatPath(issue.path) || "result"}: ${issue.message}`;
}

/** A value that is there and wrong, or a member of a page: there are rules for those. */
function isJudgedElsewhere(method: Method, path: readonly PropertyKey[], value: unknown): boolean {
  if (method === "ListTasks" && path.length === 1) return true;
  if (path.at(-2) === "parts") return true;
  return ["state", "role", "timestamp"].includes(String(path.at(-1))) && memberAt(value, path) !== undefined;
}

function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (node, step) => (typeof node === "object" && node !== null ? Reflect.get(node, step) : undefined),
    value,
  );
}

/** Undefined for a payload that is none, which is the matter of `send-one-of` and `stream-frames`. */
function readable(method: Method, result: unknown): unknown {
  try {
    return decodeResult(method, result);
  } catch {
    return undefined;
  }
}
