import type { Caller } from "../call-context.ts";
import type { Instrumentation, Observer, RequestFacts, RunFacts } from "./instrumentation.ts";

type Log = (fields: object, message: string) => void;

/** What a log is written to; a pino logger is one as it is. */
export interface Logger {
  readonly debug: Log;
  readonly info: Log;
  readonly warn: Log;
  readonly error: Log;
}

type Level = keyof Logger;

/** Answers that an operator should look at, by HTTP status; every other one is `info`. */
const REQUEST_LEVELS: Readonly<Record<number, Level>> = {
  401: "warn",
  403: "warn",
  413: "warn",
  429: "warn",
  500: "error",
  503: "warn",
};

const DELIVERY_LEVELS = { delivered: "debug", retry: "warn", dead: "error" } as const;

/**
 * One line per request, stream, run and webhook attempt, and one per error: who, what, which task, how it ended and how many
 * milliseconds it took. No line holds a body, a header or the URL of a webhook; `err` is what was thrown, as it is.
 */
export function createLogging(logger: Logger): Instrumentation {
  return {
    request(facts) {
      const start = performance.now();
      return {
        answered() {
          if (facts.stream) logger.debug(requestFields(facts, start), "stream opened");
        },
        ended() {
          const { stream, frames } = facts;
          const fields = { ...requestFields(facts, start), ...(stream && { frames }) };
          logger[levelOf(facts)](fields, stream ? "stream closed" : "request");
        },
        run: followRun,
      };
    },
    run: followRun,
    delivery(facts) {
      const start = performance.now();
      return {
        ended() {
          const { id, scope, taskId, configId, host, attempt, status, outcome } = facts;
          const kind = outcome?.kind ?? "retry";
          const reason = outcome?.kind === "delivered" ? undefined : outcome?.reason;
          const fields = {
            taskId,
            ...who(scope),
            configId,
            webhookId: id,
            host,
            attempt,
            status,
            outcome: kind,
            reason,
          };
          logger[DELIVERY_LEVELS[kind]]({ ...fields, durationMs: since(start) }, "webhook");
        },
      };
    },
    error(err, about) {
      logger.error({ err, ...about }, err instanceof Error ? err.message : "error");
    },
  };

  function followRun(facts: RunFacts): Observer {
    const start = performance.now();
    const { taskId, contextId, caller, attempt } = facts;
    const known = { taskId, contextId, ...who(caller), attempt };
    logger.debug(known, "run started");
    return {
      ended() {
        const { kind, state, failure } = facts;
        logger[failure === undefined ? "info" : "error"](
          { ...known, kind, state, durationMs: since(start) },
          "run ended",
        );
      },
    };
  }
}

function levelOf({ status = 0, error }: RequestFacts): Level {
  return error?.code === INTERNAL ? "error" : (REQUEST_LEVELS[status] ?? "info");
}

const INTERNAL = -32603;

function requestFields(facts: RequestFacts, start: number): object {
  const { method, caller, taskId, contextId, path, dialect, peer, status, error } = facts;
  return { method, taskId, contextId, ...who(caller), path, dialect, peer, status, ...error, durationMs: since(start) };
}

/** Claims stay out: they are whatever the credential held. */
function who(caller: Pick<Caller, "owner" | "tenant"> | undefined): { owner?: string; tenant?: string } {
  if (caller === undefined) return {};
  const { owner, tenant } = caller;
  return tenant === "" ? { owner } : { owner, tenant };
}

/** Milliseconds, to three digits. */
function since(start: number): number {
  return Math.round((performance.now() - start) * 1_000) / 1_000;
}
