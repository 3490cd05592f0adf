import { type Benchmark, type ContestantName, type Limit, OURS, type Row } from "./benchmark.ts";
import type { Samples } from "./run-benchmark.ts";
import { median, pairedRatio } from "./statistics.ts";

interface Measured {
  readonly median: number;
  /** To the peer in the same run, where the row has one: the median of the ratios, slice by slice. */
  readonly ratio?: number;
  readonly slices: readonly number[];
}

/** One row, measured. */
export interface Result extends Row {
  readonly benchmark: string;
  readonly contestants: Readonly<Partial<Record<ContestantName, Measured>>>;
  /** Absent when ours or the peer did not run. */
  readonly pass?: boolean;
}

/** @throws RangeError when a contestant lacks a reading in some slice */
export function evaluate(benchmark: Benchmark, samples: Samples): Result[] {
  return benchmark.rows.map((row) => {
    const names = Object.keys(samples) as ContestantName[];
    const contestants = Object.fromEntries(
      names.map((name) => [name, measured(benchmark.name, row, { samples, name })]),
    );
    const own: Measured | undefined = contestants[OURS];
    const held = row.peer === undefined ? own?.median : own?.ratio;
    return {
      benchmark: benchmark.name,
      ...row,
      contestants,
      ...(held !== undefined && { pass: keeps(row.limit, held) }),
    };
  });
}

interface Sampled {
  readonly samples: Samples;
  readonly name: ContestantName;
}

function measured(benchmark: string, row: Row, { samples, name }: Sampled): Measured {
  const slices = valuesOf(benchmark, row, samples[name]);
  const value = { median: median(slices), slices };
  const peer = row.peer && samples[row.peer];
  if (peer === undefined) return value;
  return { ...value, ratio: pairedRatio(slices, valuesOf(benchmark, row, peer)) };
}

function valuesOf(benchmark: string, { reading }: Row, slices: Samples[ContestantName] = []): number[] {
  return slices.map((readings) => {
    const value = readings[reading];
    if (value === undefined) throw new RangeError(`${benchmark}: no ${reading} in some slice`);
    return value;
  });
}

const keeps = (limit: Limit, value: number) => ("atMost" in limit ? value <= limit.atMost : value >= limit.atLeast);

/** `≤ 2 × bare`, `≥ 0.9 ×`, `≤ 20 ms`. */
export function describeLimit({ limit, peer, unit }: Pick<Row, "limit" | "peer" | "unit">): string {
  const bound = "atMost" in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`;
  return `${bound} ${peer === undefined ? unit : `× ${peer}`}`;
}
