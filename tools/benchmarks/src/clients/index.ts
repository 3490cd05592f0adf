import type { ContestantName } from "../benchmark.ts";

const module = (file: string) => new URL(file, import.meta.url).href;

/** Modules that export `openClient: OpenClient`. */
export const clients: Readonly<Record<ContestantName, string>> = {
  bare: module("bare.ts"),
  sdk: module("sdk.ts"),
  a2akit: module("a2akit.ts"),
};
