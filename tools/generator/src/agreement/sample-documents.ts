import fc from "fast-check";
import { type Schema, walk } from "../schema.ts";
import { documentsOf } from "./arbitrary.ts";
import { mutated } from "./mutate.ts";

export interface SampleOptions {
  readonly components: ReadonlyMap<string, Schema>;
  readonly runs: number;
  readonly seed: number;
  /** Levels that a document goes deep before it has nothing but what is required; as deep as documents go when absent. */
  readonly levels?: number;
}

/** Documents that fit the schema, nearly fit, or do not; the same ones for the same seed. */
export function sampleDocuments(schema: Schema, { components, runs, seed, levels }: SampleOptions): readonly unknown[] {
  const names = new Set([...walk(schema)].flatMap(({ properties = {} }) => Object.keys(properties)));
  return fc.sample(mutated(documentsOf(schema, components, levels), [...names]), { numRuns: runs, seed });
}
