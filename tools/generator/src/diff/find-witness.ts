import fc from "fast-check";
import { anyJson, documentsOf } from "../agreement/arbitrary.ts";
import { isObject } from "../json.ts";
import { assertFormats } from "../lint/assert-formats.ts";
import { createValidator, type Validator, ValidatorFault } from "../lint/validator.ts";
import type { Model } from "../model/model.ts";
import { sample } from "../samples/sample.ts";
import type { Schema } from "../schema.ts";
import { isTimeout, within } from "../time-limit.ts";
import type { Witness } from "./change.ts";
import type { ComponentDifference } from "./compare-components.ts";
import type { Difference } from "./difference.ts";
import { absent, plant, schemaAt } from "./plant.ts";
import { probesOf } from "./probes.ts";
import { type Shape, schemaReasons } from "./reasons.ts";
import { type Components, objectView } from "./view.ts";

export interface WitnessOptions {
  readonly formats: "annotate" | "assert";
  readonly seed: number;
  /** The documents that are tried. */
  readonly runs: number;
  /** The milliseconds that one search may take. */
  readonly timeout: number;
}

/** How deep the documents go that are drawn by chance; what differs is near the top, for components are compared one by one. */
const LEVELS = 1;

type Verdict = Witness["verdict"];

/** One of the two files, as far as the search needs it. */
interface Judge {
  readonly components: Components;
  readonly accepts: (document: unknown) => boolean;
  /** Why the file refuses a document; the empty string when it does not. */
  readonly refusal: (document: unknown) => string;
  readonly schema: Schema;
}

interface Attempt {
  readonly verdict: Verdict;
  /** Only the document without the member that differs. */
  readonly without?: true;
}

const refused: Attempt = { verdict: "refused" };
const accepted: Attempt = { verdict: "accepted" };

/** Which documents a change of this shape brings about; those that say most are tried first. */
const attempts: Readonly<Record<Shape, readonly Attempt[]>> = {
  gone: [{ verdict: "refused", without: true }, accepted, refused],
  changed: [refused, accepted],
  narrower: [refused],
  wider: [accepted],
  looser: [accepted],
  added: [],
  deprecated: [],
  text: [],
  called: [],
  none: [],
};

/** Looks for documents that two models judge differently, for one difference at a time. */
export function createWitnessFinder(old: Model, fresh: Model, options: WitnessOptions) {
  const prepare = options.formats === "assert" ? assertFormats : undefined;
  const [before, after] = [createValidator(old.document, prepare), createValidator(fresh.document, prepare)];
  const find = (difference: ComponentDifference): Witness | undefined => {
    const from = judgeOf(old, before, difference.oldComponent);
    // Who looks for a component that has another name now finds none.
    const sought = difference.code === "component-renamed" ? difference.oldComponent : difference.component;
    const to = judgeOf(fresh, after, sought);
    for (const attempt of attempts[schemaReasons[difference.code].shape]) {
      const { verdict } = attempt;
      const [accepting, refusing] = verdict === "refused" ? [from, to] : [to, from];
      const isWitness = (document: unknown) => accepting.accepts(document) && !refusing.accepts(document);
      const found = search(difference, { from, to, isWitness, attempt }, options);
      if (found)
        return {
          verdict,
          of: difference.oldComponent,
          document: found.document,
          because: refusing.refusal(found.document),
        };
    }
    return undefined;
  };
  let isOutOfReach = false;
  return (difference: ComponentDifference): Witness | undefined => {
    if (isOutOfReach) return undefined;
    try {
      return within(options.timeout, () => find(difference));
    } catch (error) {
      const cause = error instanceof ValidatorFault ? error.cause : error;
      // ajv compiles what a component refers to one inside the other; hundreds in a chain are more than the stack holds.
      isOutOfReach = cause instanceof RangeError || isTimeout(cause);
      if (!isOutOfReach && cause === error) throw error;
      return undefined;
    }
  };
}

function judgeOf({ components }: Model, validator: Validator, name: string): Judge {
  const schema = components.get(name);
  if (schema === undefined)
    return { components, schema: true, accepts: () => false, refusal: () => `there is no component ${name}` };
  return {
    components,
    schema,
    accepts: (document) => validator.accepts(name, document),
    refusal: (document) => validator.check(name, document),
  };
}

interface Hunt {
  readonly from: Judge;
  readonly to: Judge;
  readonly isWitness: (document: unknown) => boolean;
  readonly attempt: Attempt;
}

/**
 * Starts from a document that both files accept, so that what is changed about it is to blame, and puts something else at the place
 * that differs. fast-check finds it and makes it small.
 */
function search(difference: ComponentDifference, hunt: Hunt, { seed, runs }: WitnessOptions) {
  const base = commonGround(hunt, seed);
  const tried = [
    ...(difference.new ? [variations(base, difference.new, { judge: hunt.to, hunt, difference })] : []),
    ...(difference.old ? [variations(base, difference.old, { judge: hunt.from, hunt, difference })] : []),
  ];
  const known = tried.flatMap(({ probes }) => probes).toSorted((a, b) => lengthOf(a) - lengthOf(b));
  const drawn = tried.flatMap(({ arbitraries }) => arbitraries);
  if (known.length === 0) return undefined;
  const property = fc.property(fc.oneof(fc.constantFrom(...known), ...drawn), (document) => !hunt.isWitness(document));
  const examples = [...known, ...tried.flatMap((own) => own.around)].map((document): [unknown] => [document]);
  const { counterexample } = fc.check(property, { seed, examples, numRuns: examples.length + runs });
  return counterexample === null ? undefined : { document: counterexample[0] };
}

function lengthOf(document: unknown): number {
  return JSON.stringify(document)?.length ?? 0;
}

/** A small document that both files accept; of the old file alone when there is none. */
function commonGround({ from, to }: Hunt, seed: number): unknown {
  const [a, b] = [sample(from.schema, from.components), sample(to.schema, to.components)];
  const isCommon = (document: unknown) => from.accepts(document) && to.accepts(document);
  const merged =
    isObject(a) && isObject(b)
      ? [
          { ...a, ...b },
          { ...b, ...a },
        ]
      : [];
  const drawn = fc.sample(documentsOf(from.schema, from.components, LEVELS), { seed, numRuns: 20 });
  return [a, b, ...merged, ...drawn].find(isCommon) ?? a;
}

interface Place {
  /** The file in which the path leads somewhere. */
  readonly judge: Judge;
  readonly hunt: Hunt;
  readonly difference: Difference;
}

interface Variations {
  /** Documents on the edge of what either file accepts. */
  readonly probes: readonly unknown[];
  /** Documents in which more than the place differs, for when none of those will do. */
  readonly around: readonly unknown[];
  /** More of them, drawn by chance. */
  readonly arbitraries: readonly fc.Arbitrary<unknown>[];
}

/** The document with other values at the place that differs, without it, and with the members around it set otherwise. */
function variations(base: unknown, whole: readonly string[], { judge, hunt, difference }: Place): Variations {
  const plot = { schema: judge.schema, components: judge.components };
  const { path } = schemaAt(whole, plot);
  const put = (value: unknown) => plant(base, value, path, plot);
  if ("value" in difference) return { probes: [put(difference.value)], around: [], arbitraries: [] };
  const removed = path.at(-2) === "properties" ? [put(absent)] : [];
  if (hunt.attempt.without) return { probes: removed, around: [], arbitraries: [] };
  const leaves = [hunt.from, hunt.to].flatMap(({ schema, components }) => {
    const leaf = schemaAt(path, { schema, components });
    return leaf.path.length === path.length ? [{ schema: leaf.schema, components }] : [];
  });
  // What is asked of a member can depend on the others around it.
  const parent = path.at(-2) === "properties" ? path.slice(0, -2) : undefined;
  const parents = [hunt.from, hunt.to].flatMap(({ schema, components }) =>
    parent ? around(schemaAt(parent, { schema, components }).schema, components) : [],
  );
  const values = leaves.flatMap(({ schema, components }) => [
    ...around(schema, components),
    ...probesOf(schema, components),
  ]);
  return {
    probes: [...removed, ...values.map(put)],
    around: parent ? parents.map((value) => plant(base, value, parent, plot)) : [],
    arbitraries: [...leaves.map(({ schema, components }) => documentsOf(schema, components, LEVELS)), anyJson].map(
      (own) => own.map(put),
    ),
  };
}

/** Objects without any member of a group, with one, and with all. */
function around(schema: Schema, components: Components): readonly unknown[] {
  const view = typeof schema === "object" ? objectView(schema) : undefined;
  if (!view) return [];
  const made = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, sample(view.properties[name] ?? true, components)]));
  const group = view.group ?? [];
  return [
    made(view.required),
    ...group.map((name) => made([...view.required, name])),
    made([...view.required, ...group]),
  ];
}
