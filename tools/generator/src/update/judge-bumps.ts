import { covers, heavier, type Level } from "../diff/change.ts";
import type { Bumps } from "./changeset.ts";

/** A package that gets less than the specs prove. */
export interface Shortfall {
  readonly name: string;
  readonly needed: Level;
  /** Absent when no changeset reaches the package. */
  readonly claimed?: Level;
}

/** The heaviest level of each package. */
export function mergeBumps(all: readonly Bumps[]): Bumps {
  const sum = new Map<string, Level>();
  for (const bumps of all) {
    for (const [name, level] of bumps) sum.set(name, heavier(sum.get(name), level) ?? level);
  }
  return sum;
}

/** What each package gets when the packages of a fixed group move together. */
function withFixed(bumps: Bumps, fixed: readonly (readonly string[])[]): Bumps {
  const groups = fixed.map((group): Bumps => {
    const level = group.reduce<Level | undefined>((most, name) => heavier(most, bumps.get(name)), undefined);
    return new Map(level === undefined ? [] : group.map((name) => [name, level]));
  });
  return mergeBumps([bumps, ...groups]);
}

/** Where the changesets claim less than is needed, with the fixed groups taken into account. */
export function shortfalls(needed: Bumps, claimed: Bumps, fixed: readonly (readonly string[])[]): readonly Shortfall[] {
  const given = withFixed(claimed, fixed);
  return [...needed].flatMap(([name, level]) => {
    const own = given.get(name);
    return covers(own, level) ? [] : [{ name, needed: level, ...(own && { claimed: own }) }];
  });
}
