import { type LiveAgent, runLive } from "@a2akit/conformance/live";
import { requirements } from "@a2akit/conformance/requirements";
import type { RequirementRef, Result } from "./result.ts";

const known = new Map(
  requirements.map(({ id, section, level }): [string, RequirementRef] => [id, { id, section, level }]),
);

interface SuiteOptions {
  readonly signal: AbortSignal;
  /** Told of each result. */
  readonly onResult: (result: Result) => void;
}

/** Runs the behaviour suite against the scripted agent. */
export async function suiteResults(agent: LiveAgent, { signal, onResult }: SuiteOptions): Promise<Result[]> {
  const results: Result[] = [];
  for await (const { cites, ...checked } of runLive(agent, { signal })) {
    const result: Result = { ...checked, requirements: cites.flatMap((id) => known.get(id) ?? []) };
    results.push(result);
    onResult(result);
  }
  return results;
}
