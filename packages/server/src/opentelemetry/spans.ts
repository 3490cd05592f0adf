import {
  type Attributes,
  type Context,
  context,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";

/** A span that can be made active, and knows how long it lasted. */
interface TimedSpan {
  readonly context: Context;
  within<T>(work: () => T): T;
  /** Ends it; gives how many seconds it lasted. */
  end(attributes: Attributes, how: { readonly failed: boolean; readonly name?: string }): number;
}

export type BeginSpan = (name: string, parent: Context, options: SpanOptions) => TimedSpan;

export function createSpans(tracer: Tracer): BeginSpan {
  return (name, parent, options) => {
    const start = performance.now();
    const span = tracer.startSpan(name, options, parent);
    const own = trace.setSpan(parent, span);
    return {
      context: own,
      within: (work) => context.with(own, work),
      end(attributes, { failed, name: better }) {
        if (better !== undefined) span.updateName(better);
        span.setAttributes(attributes);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        return (performance.now() - start) / 1_000;
      },
    };
  };
}
