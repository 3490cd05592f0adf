import type { Keeping } from "./contestants/serve.ts";
import type { Child } from "./processes/child.ts";

/** What one slice measured, by name. */
export type Readings = Readonly<Record<string, number>>;

/** How much is measured: `quick` trades certainty for time. */
export type Size = "full" | "quick";

export type Limit = { readonly atMost: number } | { readonly atLeast: number };

/** One line of the report: a reading of every contestant, and what is promised about ours. */
export interface Row {
  readonly reading: string;
  readonly title: string;
  readonly unit: string;
  /** The contestant that the others are divided by; without it the value itself is held against the limit. */
  readonly peer?: string;
  readonly limit: Limit;
}

export interface Contestant {
  readonly name: string;
  /** Exports `serve: Serve`. */
  readonly module: string;
  /** Whether it can stream 10,000 chunks in seconds; otherwise the stream benchmarks give it a tenth of the chunks. */
  readonly longStreams: boolean;
}

/** One contestant in one round: a fresh server and the load generator beside it. */
export interface Bench {
  readonly size: Size;
  readonly server: Child;
  readonly load: Child;
  readonly port: number;
  readonly url: string;
  readonly longStreams: boolean;
}

export interface Benchmark {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly keeping: Keeping;
  /** Slices per round. The contestants take turns slice by slice, so that a busy moment of the machine meets all of them. */
  readonly slices: Readonly<Record<Size, number>>;
  /** Warms the server up and gives what measures one slice. */
  prepare(bench: Bench): Promise<() => Promise<Readings>>;
}
