import type { ContestantName } from "../benchmark.ts";

export interface ServerContestant {
  /** Exports `serve: Serve`. */
  readonly module: string;
  /** Whether it can stream 10,000 chunks in seconds; otherwise the stream benchmarks give it a tenth of the chunks. */
  readonly longStreams: boolean;
}

const module = (file: string) => new URL(file, import.meta.url).href;

export const servers: Readonly<Record<ContestantName, ServerContestant>> = {
  bare: { module: module("bare.ts"), longStreams: true },
  // Each chunk costs it a copy of the whole task, so that 10,000 would take minutes.
  sdk: { module: module("sdk.ts"), longStreams: false },
  a2akit: { module: module("a2akit.ts"), longStreams: true },
};
