import { writtenPointer } from "../load/written-pointer.ts";
import { type Model, placeOf } from "../model/model.ts";
import { join } from "../pointer.ts";
import type { Spec } from "../read-spec.ts";
import {
  type Change,
  type Effects,
  heavier,
  type Level,
  levels,
  type PackageName,
  packageNames,
  type Revision,
  type SpecDiff,
  weightOf,
} from "./change.ts";
import { codecEffects } from "./codec-effects.ts";
import { type ComponentDifference, compareComponents, subjectOf } from "./compare-components.ts";
import { compareErrors } from "./compare-errors.ts";
import { compareFacts, type FactDifference } from "./compare-facts.ts";
import { compareFile, compareFormats } from "./compare-file.ts";
import { compareHeaders } from "./compare-headers.ts";
import { compareMethods } from "./compare-methods.ts";
import { compareSecurity } from "./compare-security.ts";
import { effectsOfFact } from "./fact-effects.ts";
import { effectsOfSchema, type Use } from "./schema-effects.ts";
import { sidesOf } from "./sides.ts";
import { wireWitness } from "./wire-witnesses.ts";

/** The documents that are tried per breaking change when a witness is looked for. */
export const WITNESS_RUNS = 300;

/** The breaking changes of one spec for which a witness is looked for, so that a file that is all new takes no hours. */
export const MAX_WITNESSES = 200;

/** The milliseconds that the search for one witness may take. Once that was too short, no more is looked for. */
export const WITNESS_TIMEOUT = 30_000;

export interface DiffOptions {
  /** Whether the schemas of this spec check `format`, as `formats` in the manifest says; `annotate` when absent. */
  readonly formats?: Use["formats"];
  /** What that was for the old file; as for the new one when absent. */
  readonly oldFormats?: Use["formats"];
  /** Where the search for witnesses starts; the same seed finds the same. 1 when absent. */
  readonly seed?: number;
  /** {@link WITNESS_RUNS} when absent; 0 looks for no witness. */
  readonly witnessRuns?: number;
  /** {@link MAX_WITNESSES} when absent. */
  readonly maxWitnesses?: number;
  /** {@link WITNESS_TIMEOUT} when absent. */
  readonly witnessTimeout?: number;
}

/** A spec of which at least the model could be read. */
export type ReadableSpec = Spec & { readonly model: Model };

export function isReadable(spec: Spec): spec is ReadableSpec {
  return spec.model !== undefined;
}

/**
 * What has changed from one file to another: for callers and for agents, package by package, with a witness for what breaks. Works on
 * the models, so that the same said otherwise is no change. Same input, same output.
 */
export async function diffSpecs(old: ReadableSpec, fresh: ReadableSpec, options: DiffOptions = {}): Promise<SpecDiff> {
  const { components, renamed } = compareComponents(old.model, fresh.model);
  const { formats = "annotate", oldFormats = formats } = options;
  const facts = [
    ...compareFacts(old, fresh),
    ...compareMethods(old, fresh, renamed),
    ...compareSecurity(old, fresh),
    ...compareHeaders(old, fresh),
    ...compareErrors(old, fresh),
    ...compareFile(old, fresh),
    ...compareFormats(oldFormats, formats),
  ];
  const inComponents = fromComponents(components, { old, fresh, formats });
  const changes = byWeight([
    ...facts.map((difference) => fromFact(difference, old, fresh)),
    ...(await withWitnesses(inComponents, { old, fresh, options })),
  ]);
  return {
    name: fresh.model.name,
    old: revisionOf(old.model),
    new: revisionOf(fresh.model),
    changes,
    packages: summarize(changes),
  };
}

function fromFact(difference: FactDifference, old: ReadableSpec, fresh: ReadableSpec): Change {
  const { code, subject, message } = difference;
  const witness = wireWitness(difference, old, fresh);
  return {
    code,
    subject,
    message,
    ...(difference.old !== undefined && { old: old.locate(difference.old) }),
    ...(difference.new !== undefined && { new: fresh.locate(difference.new) }),
    packages: effectsOfFact(code, fresh.model.name),
    ...(witness && { witness }),
  };
}

interface Judged {
  readonly difference: ComponentDifference;
  readonly change: Change;
}

interface Files {
  readonly old: ReadableSpec;
  readonly fresh: ReadableSpec;
  readonly formats: Use["formats"];
}

function fromComponents(
  differences: readonly ComponentDifference[],
  { old, fresh, formats }: Files,
): readonly Judged[] {
  const [before, after] = [sidesOf(old.model), sidesOf(fresh.model)];
  const codec = codecEffects(old.model, fresh.model);
  const spec = fresh.model.name;
  return differences.map((difference) => {
    const { code, message, component, oldComponent } = difference;
    const sides = [
      ...new Set([...(difference.old ? before(oldComponent) : []), ...(difference.new ? after(component) : [])]),
    ];
    const packages: Effects = { ...effectsOfSchema(code, { spec, sides, formats }), ...codec(difference) };
    const change: Change = {
      code,
      subject: subjectOf(difference),
      message,
      ...(difference.old && { old: placeIn(old, oldComponent, difference.old) }),
      ...(difference.new && { new: placeIn(fresh, component, difference.new) }),
      packages,
    };
    return { difference, change };
  });
}

interface Search {
  readonly old: ReadableSpec;
  readonly fresh: ReadableSpec;
  readonly options: DiffOptions;
}

/** The changes, those that break something with a document that shows it. */
async function withWitnesses(judged: readonly Judged[], { old, fresh, options }: Search): Promise<readonly Change[]> {
  const { formats = "annotate", seed = 1, witnessRuns = WITNESS_RUNS, maxWitnesses = MAX_WITNESSES } = options;
  const { witnessTimeout: timeout = WITNESS_TIMEOUT } = options;
  const breaking = judged.filter(({ change }) => weightOf(change) === "major").slice(0, maxWitnesses);
  if (witnessRuns === 0 || breaking.length === 0) return judged.map(({ change }) => change);
  // Loaded only where something breaks: fast-check is no small thing.
  const { createWitnessFinder } = await import("./find-witness.ts");
  const find = createWitnessFinder(old.model, fresh.model, { formats, seed, runs: witnessRuns, timeout });
  const wanted = new Set(breaking);
  return judged.map((own) => {
    const witness = wanted.has(own) ? find(own.difference) : undefined;
    return witness ? { ...own.change, witness } : own.change;
  });
}

function placeIn({ model, locate }: ReadableSpec, component: string, path: readonly string[]) {
  return locate(writtenPointer(model.document, join(placeOf(model, component), ...path)));
}

/** The heaviest first; of the same weight as they stand in the files. */
function byWeight(changes: readonly Change[]): readonly Change[] {
  const weight = (change: Change) => {
    const own = weightOf(change);
    return own === undefined ? levels.length : levels.indexOf(own);
  };
  return changes.toSorted((a, b) => weight(a) - weight(b));
}

export function summarize(changes: readonly Change[]): SpecDiff["packages"] {
  const pairs = packageNames.flatMap((name): (readonly [PackageName, Level])[] => {
    const level = changes.reduce<Level | undefined>(
      (sum, { packages }) => heavier(sum, packages[name]?.level),
      undefined,
    );
    return level === undefined ? [] : [[name, level]];
  });
  return Object.fromEntries(pairs);
}

export function revisionOf({ title, version, sha256 }: Model): Revision {
  return { title, version, sha256 };
}
