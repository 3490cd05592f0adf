import { type Attributes, context, propagation, type SpanContext, SpanStatusCode } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { onTestFinished } from "vitest";

export interface FinishedSpan {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Attributes;
  readonly failed: boolean;
  readonly context: SpanContext;
  /** Id of the span above. */
  readonly parent: string | undefined;
}

/** A real SDK that keeps what it gets in memory; registered for the time of a test. */
export function startTelemetry() {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  onTestFinished(async () => {
    context.disable();
    propagation.disable();
    await tracerProvider.shutdown();
    await meterProvider.shutdown();
  });

  return {
    tracerProvider,
    meterProvider,
    tracer: tracerProvider.getTracer("test"),
    spans: (): FinishedSpan[] =>
      exporter.getFinishedSpans().map((span) => ({
        name: span.name,
        kind: span.kind,
        attributes: span.attributes,
        failed: span.status.code === SpanStatusCode.ERROR,
        context: span.spanContext(),
        parent: span.parentSpanContext?.spanId,
      })),
    /** Every series by the name of its metric, collected now. */
    async metrics(): Promise<
      Record<string, { readonly attributes: Attributes; readonly value: unknown; unit: string }[]>
    > {
      metricExporter.reset();
      await reader.forceFlush();
      const scopes = metricExporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
      const all = scopes.flatMap(({ metrics }) => metrics);
      return Object.fromEntries(
        all.map(({ descriptor: { name, unit }, dataPoints }) => [
          name,
          dataPoints.map(({ attributes, value }) => ({ attributes, value, unit })),
        ]),
      );
    },
  };
}
