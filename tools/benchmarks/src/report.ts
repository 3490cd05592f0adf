import type { Benchmark, Limit, Row } from "./benchmark.ts";
import type { Samples } from "./run-benchmark.ts";
import { median, pairedRatio } from "./statistics.ts";

/** One row, measured. */
export interface Result {
  readonly benchmark: string;
  readonly reading: string;
  readonly title: string;
  readonly unit: string;
  readonly peer?: string;
  readonly limit: Limit;
  /** Contestant → the median over all slices, and its ratio to the peer in the same run where the row has one. */
  readonly contestants: Readonly<Record<string, { median: number; ratio?: number; slices: readonly number[] }>>;
  /** Absent when the contestant whose limit it is did not run. */
  readonly pass?: boolean;
}

/** @throws RangeError when a contestant lacks the reading in some slice */
export function evaluate(benchmark: Benchmark, samples: Samples, ours: string): Result[] {
  return benchmark.rows.map((row) => {
    const slices = (name: string) => (samples[name] ?? []).map((readings) => readings[row.reading] ?? Number.NaN);
    const peer = row.peer === undefined ? [] : slices(row.peer);
    const contestants = Object.fromEntries(
      Object.keys(samples).map((name) => {
        const values = slices(name);
        if (values.some(Number.isNaN))
          throw new RangeError(`${benchmark.name} of ${name}: no ${row.reading} in some slice`);
        const ratio = peer.length === 0 ? {} : { ratio: pairedRatio(values, peer) };
        return [name, { median: median(values), ...ratio, slices: values }];
      }),
    );
    const own = contestants[ours];
    const held = row.peer === undefined ? own?.median : own?.ratio;
    return {
      benchmark: benchmark.name,
      ...row,
      contestants,
      ...(held === undefined ? {} : { pass: keeps(row.limit, held) }),
    };
  });
}

const keeps = (limit: Limit, value: number) => ("atMost" in limit ? value <= limit.atMost : value >= limit.atLeast);

/** `≤ 2 × bare`, `≥ 0.9 ×`, `≤ 20 ms`. */
export function describeLimit({ limit, peer, unit }: Pick<Row, "limit" | "peer" | "unit">): string {
  const bound = "atMost" in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`;
  return peer === undefined ? `${bound} ${unit}` : `${bound} × ${peer}`;
}
