import { type Context, context, SpanKind, trace } from "@opentelemetry/api";
import type { Observer, RequestFacts } from "../observe/instrumentation.ts";
import { ATTRIBUTE, OTHER_METHOD, SYSTEM } from "./conventions.ts";
import { followRun } from "./follow-run.ts";
import type { Telemetry } from "./telemetry.ts";

/** A call as a SERVER span, and its duration. */
export function followRequest(facts: RequestFacts, telemetry: Telemetry): Observer {
  const { agent, dialect, peer } = facts;
  const common = { [ATTRIBUTE.system]: SYSTEM, [ATTRIBUTE.agent]: agent };
  const span = telemetry.begin(SYSTEM, contextOf(facts, telemetry), {
    kind: SpanKind.SERVER,
    attributes: {
      ...common,
      [ATTRIBUTE.protocolVersion]: "2.0",
      [ATTRIBUTE.dialect]: dialect,
      [ATTRIBUTE.clientAddress]: peer,
    },
  });
  return {
    within: span.within,
    run: (run) => followRun(run, telemetry, span.context),
    ended() {
      const { method, caller, taskId, contextId, error, stream, frames } = facts;
      const code = error && String(error.code);
      const outcome = {
        [ATTRIBUTE.method]: method ?? OTHER_METHOD,
        ...(code !== undefined && { [ATTRIBUTE.statusCode]: code, [ATTRIBUTE.errorType]: code }),
      };
      const attributes = {
        ...outcome,
        [ATTRIBUTE.reason]: error?.reason,
        [ATTRIBUTE.user]: caller?.owner || undefined,
        [ATTRIBUTE.tenant]: caller?.tenant || undefined,
        [ATTRIBUTE.task]: taskId,
        [ATTRIBUTE.conversation]: contextId,
        [ATTRIBUTE.frames]: stream ? frames : undefined,
      };
      const seconds = span.end(attributes, { failed: error !== undefined, name: method ?? SYSTEM });
      telemetry.record("call", seconds, { ...common, ...outcome });
    },
  };
}

/** What is active already, as under an instrumented HTTP server, was made from the headers. */
function contextOf(facts: RequestFacts, { propagator }: Telemetry): Context {
  const active = context.active();
  if (trace.getSpan(active) !== undefined) return active;
  return propagator.extract(active, facts, HEADERS);
}

const HEADERS = {
  get: ({ header }: RequestFacts, key: string) => header(key.toLowerCase()),
  /** For propagators that look for a prefix; the ones in use ask for names. */
  keys: () => [],
};
