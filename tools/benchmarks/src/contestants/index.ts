import type { Contestant } from "../benchmark.ts";

const module = (file: string) => new URL(file, import.meta.url).href;

export const contestants: readonly Contestant[] = [
  { name: "bare", module: module("bare.ts"), longStreams: true },
  // Each chunk costs it a copy of the whole task, so that 10,000 would take minutes.
  { name: "sdk", module: module("sdk.ts"), longStreams: false },
  { name: "a2akit", module: module("a2akit.ts"), longStreams: true },
];

/** Whose readings the limits are for. */
export const OURS = "a2akit";
