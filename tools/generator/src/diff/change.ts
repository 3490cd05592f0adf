import type { ReasonCode } from "./reasons.ts";

/** The packages in which a change of a spec can be noticed, lower layers first. */
export const packageNames = [
  "@a2akit/types",
  "@a2akit/schemas",
  "@a2akit/protocol",
  "@a2akit/server",
  "@a2akit/client",
  "@a2akit/cli",
] as const;

export type PackageName = (typeof packageNames)[number];

/** What semantic versioning calls the three kinds of a release, the heaviest first. */
export const levels = ["major", "minor", "patch"] as const;

export type Level = (typeof levels)[number];

export interface Effect {
  readonly level: Level;
  /** Why, in words for who uses the package. */
  readonly reason: string;
}

export type Effects = Readonly<Partial<Record<PackageName, Effect>>>;

/** Where something stands; a JSON pointer into the file, and line and column (1-based) where they are known. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
  readonly line?: number;
  readonly column?: number;
}

/** A document that the old and the new file judge differently. */
export interface Witness {
  /** `refused`: was right, is no longer. `accepted`: was wrong, is right now. */
  readonly verdict: "refused" | "accepted";
  /** What kind of document it is: a component, or `call` or `answer` for what goes over the wire. */
  readonly of: string;
  readonly document: unknown;
  /** What the file that refuses it says against it. */
  readonly because: string;
}

export interface Change {
  readonly code: ReasonCode;
  /** What has changed, such as `Task.status` or `GetTask`. */
  readonly subject: string;
  /** How, in words. */
  readonly message: string;
  /** Where it is in the old file; absent where it is new. */
  readonly old?: Place;
  /** Where it is in the new file; absent where it is gone. */
  readonly new?: Place;
  /** The packages that show it; none where nobody notices. */
  readonly packages: Effects;
  /** Absent where nothing breaks, and where the search for one was given up. */
  readonly witness?: Witness;
}

export interface Revision {
  readonly title: string;
  readonly version: string;
  readonly sha256: string;
}

export interface SpecDiff {
  readonly name: string;
  /** Absent when the spec is new. */
  readonly old?: Revision;
  /** Absent when the spec is gone. */
  readonly new?: Revision;
  /** The heaviest first. */
  readonly changes: readonly Change[];
  /** The heaviest level of each package that shows any of the changes. */
  readonly packages: Readonly<Partial<Record<PackageName, Level>>>;
}

/** The heavier of two levels; undefined is none. */
export function heavier(a: Level | undefined, b: Level | undefined): Level | undefined {
  return levels.find((level) => level === a || level === b);
}

/** Whether `level` is enough where `needed` is needed. */
export function covers(level: Level | undefined, needed: Level): boolean {
  return level !== undefined && levels.indexOf(level) <= levels.indexOf(needed);
}

/** The heaviest level that a change has anywhere; undefined when no package shows it. */
export function weightOf({ packages }: Pick<Change, "packages">): Level | undefined {
  return heaviest(packages);
}

/** The heaviest of these effects; undefined when there are none. */
export function heaviest(effects: Readonly<Partial<Record<string, Effect>>>): Level | undefined {
  return levels.find((level) => Object.values(effects).some((effect) => effect?.level === level));
}
