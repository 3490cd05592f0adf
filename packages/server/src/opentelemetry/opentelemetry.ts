import {
  type MeterProvider,
  metrics,
  propagation,
  type TextMapPropagator,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import type { Instrumentation } from "../observe/instrumentation.ts";
import { followDelivery } from "./follow-delivery.ts";
import { followRequest } from "./follow-request.ts";
import { followRun } from "./follow-run.ts";
import { createMetrics } from "./metrics.ts";
import { createSpans } from "./spans.ts";
import { createTaskContexts } from "./task-contexts.ts";

export interface OpenTelemetryOptions {
  /** Default: the ones that were registered with `@opentelemetry/api`. */
  readonly tracerProvider?: TracerProvider;
  readonly meterProvider?: MeterProvider;
  readonly propagator?: Pick<TextMapPropagator, "extract" | "inject">;
}

/** The scope under which spans and metrics are found. */
const SCOPE = "@a2akit/server";

/**
 * Traces and metrics for `HandlerOptions.instrumentation`, by the semantic conventions of OpenTelemetry.
 *
 * A call is a SERVER span, below the span that is active when it arrives, else below what its headers name. The agent runs in
 * an INTERNAL span below it, which is active while its code runs, in generators too. An attempt to deliver to a webhook is a
 * CLIENT span below the run that worked on the task last, and sends its context along. After a restart, and from another
 * process, webhooks begin a trace of their own. No span and no metric holds a body, a header, a URL or the text of an error.
 */
export function createOpenTelemetry(options: OpenTelemetryOptions = {}): Instrumentation {
  const { tracerProvider = trace, meterProvider = metrics, propagator = propagation } = options;
  const { record, observe } = createMetrics(meterProvider.getMeter(SCOPE));
  const tasks = createTaskContexts();
  const telemetry = { begin: createSpans(tracerProvider.getTracer(SCOPE)), record, tasks, propagator };
  return {
    request: (facts) => followRequest(facts, telemetry),
    run: (facts) => followRun(facts, telemetry, tasks.get(facts.taskId)),
    delivery: (facts) => followDelivery(facts, telemetry),
    readings: observe,
  };
}
