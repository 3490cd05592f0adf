import type { Attributes, BatchObservableCallback, Meter } from "@opentelemetry/api";
import type { Readings } from "../observe/instrumentation.ts";
import { ADVICE, ATTRIBUTE, GAUGE, HISTOGRAM } from "./conventions.ts";

export interface Metrics {
  /** Notes how many seconds something took. */
  record(what: keyof typeof HISTOGRAM, seconds: number, attributes: Attributes): void;
  /** Reads when metrics are collected, until the function it gives is called. */
  observe(read: () => Promise<Readings>): () => void;
}

export function createMetrics(meter: Meter): Metrics {
  const histogram = ({ name, unit, description }: (typeof HISTOGRAM)[keyof typeof HISTOGRAM]) =>
    meter.createHistogram(name, { unit, description, advice: ADVICE });
  const gauge = ({ name, unit, description }: (typeof GAUGE)[keyof typeof GAUGE]) =>
    meter.createObservableGauge(name, { unit, description });
  const histograms = {
    call: histogram(HISTOGRAM.call),
    run: histogram(HISTOGRAM.run),
    webhook: histogram(HISTOGRAM.webhook),
  };
  const gauges = {
    runs: gauge(GAUGE.runs),
    streams: gauge(GAUGE.streams),
    pending: gauge(GAUGE.pending),
    dead: gauge(GAUGE.dead),
    delay: gauge(GAUGE.delay),
  };

  return {
    record: (what, seconds, attributes) => histograms[what].record(seconds, attributes),
    observe(read) {
      const all = Object.values(gauges);
      const collect: BatchObservableCallback = async (result) => {
        const { agent, runs, streams, outbox } = await read();
        const attributes = { [ATTRIBUTE.agent]: agent };
        result.observe(gauges.runs, runs, attributes);
        result.observe(gauges.streams, streams, attributes);
        if (outbox === undefined) return;
        const { pending, dead, dueSince } = outbox;
        result.observe(gauges.pending, pending, attributes);
        result.observe(gauges.dead, dead, attributes);
        const delay = dueSince === undefined ? 0 : Math.max(0, Date.now() - dueSince.getTime()) / 1_000;
        result.observe(gauges.delay, delay, attributes);
      };
      meter.addBatchObservableCallback(collect, all);
      return () => meter.removeBatchObservableCallback(collect, all);
    },
  };
}
