import type { TextMapPropagator } from "@opentelemetry/api";
import type { Metrics } from "./metrics.ts";
import type { BeginSpan } from "./spans.ts";
import type { TaskContexts } from "./task-contexts.ts";

/** What every observer works with. */
export interface Telemetry extends Pick<Metrics, "record"> {
  readonly begin: BeginSpan;
  readonly tasks: TaskContexts;
  readonly propagator: Pick<TextMapPropagator, "extract" | "inject">;
}
