import { errors, isObject } from "@a2akit/protocol";
import { answered, describe, errorOf, expectError, judgeEach, quote } from "./judging.ts";
import { requirements } from "./probes.ts";
import { isRefused, outcomeOf } from "./results.ts";
import { type RuleRow, skipped } from "./rule.ts";

const isJson = (type: string) => /^application\/(.+\+)?json\b/i.test(type);

/** JSON-RPC over HTTP, errors, versions and credentials (A2A §3.3, §3.6, §7, §9). */
export const wireRules = {
  "endpoint-answers": {
    severity: "error",
    costs: "Every call fails.",
    judge(seen) {
      const first = seen.exchanges["unknown-task"];
      if (!first) return skipped(seen.fault?.message ?? "the agent was not called");
      if (first.failure !== undefined) return [`${seen.agent?.interface.url}: ${first.failure}`];
      const { status = 0, json, text = "" } = first.answer ?? {};
      if (isRefused(first) || isObject(json) || (status >= 200 && status < 300)) return [];
      return [`${seen.agent?.interface.url} answered with status ${status} ${quote(text)}`];
    },
  },
  "content-type": {
    severity: "error",
    costs: "Clients that look at the type, browsers and gateways among them, do not read the answer.",
    judge: (seen) =>
      judgeEach(seen, ({ answer, stream }) => {
        const type = answer?.headers.get("content-type") ?? "";
        const carries = stream !== undefined || isObject(answer?.json);
        return !carries || isJson(type) || type.startsWith("text/event-stream")
          ? undefined
          : `came as ${type || "no type"}, not application/json`;
      }),
  },
  envelope: {
    severity: "error",
    costs: "A client cannot read the answer, and fails the call.",
    judge: (seen) =>
      judgeEach(seen, (exchange) => {
        const { answer, stream } = exchange;
        if (stream || !answer || isRefused(exchange) || answer.status >= 500) return undefined;
        const { json, text } = answer;
        // Another HTTP status may say all that there is to say.
        if (json === undefined)
          return answer.status < 300 ? `answered with what is no JSON: ${quote(text)}` : undefined;
        if (!isObject(json) || json.jsonrpc !== "2.0")
          return `answered with what is no JSON-RPC 2.0 response: ${quote(json)}`;
        return "result" in json === "error" in json ? "the answer has not exactly one of result and error" : undefined;
      }),
  },
  "id-echoed": {
    severity: "error",
    costs: "A client cannot tell which call was answered; many take the answer for an error.",
    judge: (seen) =>
      judgeEach(seen, (exchange) => {
        const { answer, id, probe } = exchange;
        if (!isObject(answer?.json) || isRefused(exchange) || answer.json.jsonrpc !== "2.0") return undefined;
        // What could not be parsed may have had an id all the same.
        if (probe === "no-json")
          return answer.json.id === null || answer.json.id === undefined
            ? undefined
            : `came with the id ${quote(answer.json.id)}, not null`;
        return answer.json.id === id ? undefined : `the id ${quote(id)} came back as ${quote(answer.json.id)}`;
      }),
  },
  "parse-error": {
    severity: "warning",
    costs: "A broken request looks like a broken server.",
    judge: (seen) => expectError(seen, "no-json", "JSONParse"),
  },
  "method-not-found": {
    severity: "warning",
    costs: "A caller cannot tell that the agent lacks a method.",
    judge: (seen) => expectError(seen, "unknown-method", "MethodNotFound"),
  },
  "invalid-params": {
    severity: "warning",
    costs: "A caller is not told that its request is wrong.",
    judge: (seen) => expectError(seen, "no-params", "InvalidParams"),
  },
  "error-shape": {
    severity: "error",
    costs: "A client has neither a code to decide by nor a text to show.",
    judge: (seen) =>
      judgeEach(seen, (exchange) => {
        const error = errorOf(exchange);
        if (!error) return undefined;
        if (!Number.isInteger(error.code)) return `the code of the error is ${quote(error.code)}`;
        return typeof error.message === "string" && error.message !== ""
          ? undefined
          : `the error ${error.code} has no message`;
      }),
  },
  "error-details": {
    severity: "warning",
    costs: "Typed clients cannot read the details of errors.",
    judge: (seen) =>
      judgeEach(seen, (exchange) => {
        const { data } = errorOf(exchange) ?? {};
        if (data === undefined || data === null) return undefined;
        if (!Array.isArray(data)) return `error.data is no list: ${quote(data)}`;
        const bare = data.find((detail) => !isObject(detail) || typeof detail["@type"] !== "string");
        return bare === undefined ? undefined : `a member of error.data has no @type: ${quote(bare)}`;
      }),
  },
  "error-info": {
    severity: "info",
    costs: "Errors that share a code cannot be told apart.",
    judge: (seen) =>
      judgeEach(seen, (exchange) => {
        const error = errorOf(exchange);
        if (!error) return undefined;
        const details: readonly unknown[] = Array.isArray(error.data) ? error.data : [];
        const info = details.find(
          (detail) => isObject(detail) && typeof detail.reason === "string" && typeof detail.domain === "string",
        );
        return info === undefined
          ? `the error ${quote(error.code)} has no ErrorInfo with reason and domain`
          : undefined;
      }),
  },
  "error-codes": {
    severity: "warning",
    costs: "Clients and gateways that look at the HTTP status drop the JSON-RPC error, or retry what will fail again.",
    judge: (seen) =>
      judgeEach(seen, (exchange) => {
        const status = exchange.answer?.status ?? 200;
        if (!errorOf(exchange) || isRefused(exchange) || status === 429) return undefined;
        return status >= 200 && status < 300 ? undefined : `the error came with HTTP status ${status}`;
      }),
    facts: () => ({ errorStatus: "mapped" }),
  },
  "error-opaque": {
    severity: "warning",
    costs: "Callers learn how the agent is built, which helps those who attack it.",
    judge: (seen) =>
      judgeEach(seen, (exchange) => {
        const text = JSON.stringify(errorOf(exchange) ?? "");
        const trace =
          /Traceback \(most recent|\bat .{1,80}:\d+:\d+|File \\?"[^"]+\\?", line \d+|[a-z.]+\.[A-Z]\w*Exception\b|SQLSTATE/.exec(
            text,
          )?.[0];
        return trace === undefined ? undefined : `the error shows ${quote(trace)}`;
      }),
  },
  "version-unsupported": {
    severity: "warning",
    costs: "A caller of another version is answered in the wrong one, and misreads it.",
    judge: (seen) => expectError(seen, "other-version", "VersionNotSupported"),
  },
  "version-absent": {
    severity: "warning",
    costs: "A caller of version 0.3, which sends no version, is answered in 1.0.",
    judge(seen) {
      const outcome = outcomeOf(seen.exchanges["no-version"]);
      if (outcome.kind === "none") return skipped(outcome.why);
      // Version 0.3 names its methods differently, so an agent that speaks it too does not know this one.
      const codes: readonly unknown[] = [errors.VersionNotSupported.code, errors.MethodNotFound.code];
      if (outcome.kind === "error" && codes.includes(outcome.code)) return [];
      return [`without A2A-Version, which means 0.3, it gave ${describe(outcome)}`];
    },
    facts: () => ({ absentVersion: "1.0" }),
  },
  "auth-missing": {
    severity: "error",
    costs: "Everybody is let in, whatever the card says.",
    judge(seen) {
      if (requirements(seen).length === 0) return skipped("the card requires no credentials");
      const exchange = seen.exchanges[seen.hasCredentials ? "anonymous" : "unknown-task"];
      if (!exchange || exchange.failure !== undefined) return skipped("it was not asked");
      return isRefused(exchange) ? [] : ["the card requires a credential, and a call without one was answered"];
    },
  },
  "auth-challenge": {
    severity: "info",
    costs: "A client that looks there does not learn which credential to get.",
    judge(seen) {
      const refused = answered(seen).filter(({ answer }) => answer?.status === 401);
      if (refused.length === 0) return skipped("nobody was refused");
      return refused.every(({ answer }) => answer?.headers.get("www-authenticate"))
        ? []
        : ["a 401 came without WWW-Authenticate"];
    },
  },
} as const satisfies Readonly<Record<string, RuleRow>>;
