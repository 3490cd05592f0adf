import { type Context, SpanKind } from "@opentelemetry/api";
import type { Observer, RunFacts } from "../observe/instrumentation.ts";
import { ATTRIBUTE } from "./conventions.ts";
import type { Telemetry } from "./telemetry.ts";

const INVOKE_AGENT = "invoke_agent";
const FAILED = "TASK_STATE_FAILED";

/** The work of an agent on one message as an INTERNAL span that is active meanwhile, and its duration. */
export function followRun(facts: RunFacts, { begin, record, tasks }: Telemetry, parent: Context): Observer {
  const { agent, taskId, contextId, attempt } = facts;
  const span = begin(`${INVOKE_AGENT} ${agent}`, parent, {
    kind: SpanKind.INTERNAL,
    attributes: {
      [ATTRIBUTE.operation]: INVOKE_AGENT,
      [ATTRIBUTE.agent]: agent,
      [ATTRIBUTE.conversation]: contextId,
      [ATTRIBUTE.attempt]: attempt > 1 ? attempt : undefined,
    },
  });
  tasks.set(taskId, span.context);
  return {
    within: span.within,
    ended() {
      const { kind, state, failure } = facts;
      const failed = failure !== undefined || state === FAILED;
      const outcome = { [ATTRIBUTE.state]: state, ...(failed && { [ATTRIBUTE.errorType]: errorType(failure) }) };
      const attributes = { ...outcome, [ATTRIBUTE.task]: kind === "message" ? undefined : taskId };
      record("run", span.end(attributes, { failed }), { [ATTRIBUTE.agent]: agent, ...outcome });
    },
  };
}

/** The kind of an error, as its text may hold anything; an agent that says itself that it failed threw none. */
function errorType(failure: unknown): string {
  if (failure === undefined) return FAILED;
  return failure instanceof Error ? failure.constructor.name : typeof failure;
}
