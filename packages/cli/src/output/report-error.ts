import { A2AError, TransportError } from "@a2akit/client";
import { CliError, type CliErrorCode, exitStatus } from "../cli-error.ts";
import { commandLine, commandLineAgain } from "../command-line/command-line.ts";
import { variableOf } from "../command-line/options.ts";
import type { Token } from "../command-line/tokenize.ts";
import { isReached, type RateLimit } from "../fetch/rate-limit.ts";
import type { Io } from "../io.ts";
import { messageOf } from "../message-of.ts";
import { formatDuration } from "../waiting/duration.ts";
import { describeError } from "./describe-error.ts";
import { jsonLine, line } from "./output.ts";
import { createRedact } from "./redact.ts";
import { isUntrusted, TRUST_HINT } from "./untrusted.ts";

interface Report {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly a2aCode?: number | undefined;
  readonly status: number;
}

interface Surroundings {
  readonly tokens: readonly Token[];
  readonly io: Io;
  readonly secrets: ReadonlySet<string>;
  readonly rateLimit: RateLimit;
}

/** What to try after an error of the protocol, as words of a command. */
const HINTS: Readonly<Record<string, readonly string[]>> = {
  TaskNotFoundError: ["task", "list"],
  UnsupportedOperationError: ["card", "get"],
  MethodNotFoundError: ["card", "get"],
  ContentTypeNotSupportedError: ["card", "get"],
  VersionNotSupportedError: ["card", "get"],
  InvalidAgentResponseError: ["card", "get", "--debug"],
};

/** Errors that the state of the task explains. */
const ABOUT_THE_TASK: readonly string[] = ["UnsupportedOperationError", "TaskNotCancelableError"];

/** Says on the right stream what went wrong (OUT_004), and returns the exit status (EXIT_001). */
export function reportError(error: unknown, surroundings: Surroundings): number {
  const { tokens, io } = surroundings;
  const redact = createRedact({ tokens, env: io.env, secrets: surroundings.secrets });
  const { status, ...report } = toReport(error, surroundings);
  const { code, a2aCode } = report;
  const message = redact(report.message);
  const retryAfter = secondsOf(surroundings.rateLimit);
  const hint = isReached(surroundings.rateLimit) ? laterHint(tokens, retryAfter) : report.hint;
  if (wantsJson(surroundings)) {
    io.stdout.write(jsonLine({ error: { code, message, hint, a2aCode, retryAfter } }));
  } else {
    const shownCode = a2aCode === undefined ? code : `${code} (${a2aCode})`;
    const wait = retryAfter === undefined ? undefined : formatDuration(retryAfter * 1_000);
    io.stderr.write(line("Error", message) + line("Code", shownCode) + line("Retry after", wait) + line("Hint", hint));
  }
  if (isDebug(surroundings) && error instanceof Error) io.stderr.write(`${redact(error.stack ?? "")}\n`);
  return status;
}

/** Whole seconds, as `Retry-After` and `sleep` have them. */
function secondsOf(limit: RateLimit): number | undefined {
  return isReached(limit) && limit.retryAfter !== undefined ? Math.ceil(limit.retryAfter / 1_000) : undefined;
}

/** The same command, when the agent takes it again. */
function laterHint(tokens: readonly Token[], seconds: number | undefined): string {
  const again = commandLineAgain(tokens);
  return seconds ? `sleep ${seconds} && ${again}` : again;
}

function toReport(error: unknown, surroundings: Surroundings): Report {
  if (error instanceof CliError) {
    const { code, message, hint, a2aCode } = error;
    return { code, message, hint, a2aCode, status: exitStatus[code] };
  }
  if (error instanceof A2AError) return reportA2AError(error, surroundings);
  if (error instanceof TransportError) return reportTransportError(error, surroundings);
  return own("A2ACLI_ERR_INTERNAL", messageOf(error));
}

function reportA2AError(error: A2AError, surroundings: Surroundings): Report {
  const message = describeError(error);
  // Credentials that no scheme of the agent takes.
  if (error.reason === "UNAUTHENTICATED")
    return own("A2ACLI_ERR_AUTH_FAILED", message, commandLine(surroundings.tokens, "card", "get"));
  const hint = hintOf(error, surroundings.tokens);
  return { code: error.name, message, hint, a2aCode: error.code, status: 1 };
}

/** What to look at next: the task that the command named, where it is about one. */
function hintOf(error: A2AError, tokens: readonly Token[]): string | undefined {
  const { name } = error;
  // Whoever threw it, or let it pass, may know better.
  if ("hint" in error && typeof error.hint === "string") return error.hint;
  const named = tokens.findLast((token) => token.kind === "flag" && token.name === "task-id");
  // A task that takes no message: the agent's own words are in its trace (INTERACT_002).
  if (named?.kind === "flag") return commandLine(tokens, "task", "get", named.value ?? "", "--debug");
  const [group, verb, id] = tokens.flatMap((token) => (token.kind === "word" ? [token.value] : []));
  if (group === "task" && verb !== "get" && id !== undefined && ABOUT_THE_TASK.includes(name))
    return commandLine(tokens, "task", "get", id);
  const words = HINTS[name];
  return words && commandLine(tokens, ...words);
}

function reportTransportError(error: TransportError, surroundings: Surroundings): Report {
  const { status, message, cause } = error;
  if (isTimeout(cause)) return own("A2ACLI_ERR_TIMEOUT", message);
  // An answer that is no answer of the protocol.
  if (status !== undefined && status < 300) return { code: "InvalidAgentResponseError", message, status: 1 };
  if (isUntrusted(cause)) return own("A2ACLI_ERR_UNREACHABLE", `${message}; ${TRUST_HINT}`, "a2a help card get");
  return own("A2ACLI_ERR_UNREACHABLE", message, commandLine(surroundings.tokens, "card", "get"));
}

function own(code: CliErrorCode, message: string, hint?: string): Report {
  return { code, message, hint, status: exitStatus[code] };
}

/** The clock of the platform's own `fetch`, which runs out on an answer that takes very long. */
function isTimeout(cause: unknown): boolean {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return (
    inner instanceof Error &&
    (inner.name === "TimeoutError" || ("code" in inner && inner.code === "UND_ERR_HEADERS_TIMEOUT"))
  );
}

/** Asked for by flag or environment, whether or not the rest of the command line makes sense. */
function wantsJson({ tokens, io }: Surroundings): boolean {
  const flag = tokens.findLast((token) => token.kind === "flag" && token.name === "output");
  return (flag?.kind === "flag" ? flag.value : io.env[variableOf("output")]) === "json";
}

function isDebug({ tokens, io }: Surroundings): boolean {
  if (tokens.some((token) => token.kind === "flag" && token.name === "debug")) return true;
  return /^(1|true)$/i.test(io.env[variableOf("debug")] ?? "");
}
