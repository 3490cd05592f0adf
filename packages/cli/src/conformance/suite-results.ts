import { type LiveAgent, runLive } from "@a2akit/conformance/live";
import { referenceTo } from "./reference-to.ts";
import type { Result } from "./result.ts";

interface SuiteOptions {
  readonly signal: AbortSignal;
  /** Told of each result. */
  readonly onResult: (result: Result) => void;
}

/** Runs the behaviour suite against the scripted agent. */
export async function suiteResults(agent: LiveAgent, { signal, onResult }: SuiteOptions): Promise<Result[]> {
  const results: Result[] = [];
  for await (const { cites, ...checked } of runLive(agent, { signal })) {
    const result: Result = { ...checked, requirements: cites.map(referenceTo) };
    results.push(result);
    onResult(result);
  }
  return results;
}
