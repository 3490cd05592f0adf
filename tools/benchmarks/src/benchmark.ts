/** Who is measured, in the order of the report: the least there can be, the official SDK, and ours. */
export const CONTESTANTS = ["bare", "sdk", "a2akit"] as const;
export type ContestantName = (typeof CONTESTANTS)[number];

/** Whose readings the limits are for. */
export const OURS: ContestantName = "a2akit";

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
  /** The contestant that the others are divided by; without it the limit is for the value itself. */
  readonly peer?: ContestantName;
  readonly limit: Limit;
}

export interface StartOptions {
  readonly size: Size;
  /** Flags of Node for the process under test. */
  readonly flags: readonly string[];
}

/** A contestant at work, in a fresh process, warmed up. */
export interface Started {
  measure(): Promise<Readings>;
  stop(): Promise<void>;
}

export interface Benchmark {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Slices per round. The contestants take turns slice by slice, so that a busy moment of the machine meets all of them. */
  readonly slices: Readonly<Record<Size, number>>;
  start(contestant: ContestantName, options: StartOptions): Promise<Started>;
}
