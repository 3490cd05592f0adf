import { defaultTextMapSetter, SpanKind } from "@opentelemetry/api";
import type { DeliveryFacts, Observer } from "../observe/instrumentation.ts";
import { ATTRIBUTE } from "./conventions.ts";
import type { Telemetry } from "./telemetry.ts";

/** For an attempt that had no answer. */
const NO_ANSWER = "no_answer";

/** An attempt to deliver as a CLIENT span whose context goes along, and its duration. */
export function followDelivery(facts: DeliveryFacts, { begin, record, tasks, propagator }: Telemetry): Observer {
  const { agent, id, taskId, host, attempt } = facts;
  const span = begin("POST", tasks.get(taskId), {
    kind: SpanKind.CLIENT,
    attributes: {
      [ATTRIBUTE.httpMethod]: "POST",
      ...addressOf(host),
      [ATTRIBUTE.httpResend]: attempt > 1 ? attempt - 1 : undefined,
      [ATTRIBUTE.agent]: agent,
      [ATTRIBUTE.task]: taskId,
      [ATTRIBUTE.webhook]: id,
    },
  });
  return {
    within: span.within,
    headers() {
      const carrier: Record<string, string> = {};
      propagator.inject(span.context, carrier, defaultTextMapSetter);
      return carrier;
    },
    ended() {
      const { status, outcome } = facts;
      const failed = outcome?.kind !== "delivered";
      const attributes = {
        [ATTRIBUTE.outcome]: outcome?.kind,
        [ATTRIBUTE.httpStatus]: status,
        [ATTRIBUTE.errorType]: failed ? String(status ?? NO_ANSWER) : undefined,
      };
      record("webhook", span.end(attributes, { failed }), { [ATTRIBUTE.agent]: agent, ...attributes });
    },
  };
}

function addressOf(host: string): Record<string, string | number> {
  const [, name = "", port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return { [ATTRIBUTE.serverAddress]: name, ...(port !== undefined && { [ATTRIBUTE.serverPort]: Number(port) }) };
}
