import {
  type Change,
  type Effect,
  heavier,
  heaviest,
  type Level,
  levels,
  type PackageName,
  type SpecDiff,
} from "./change.ts";

/** What is generated from one file, and who talks by it. */
export const partNames = ["types", "schemas", "dialect", "agent", "caller"] as const;

export type PartName = (typeof partNames)[number];

/** A change of somebody's own file: `parts` says what it is to what is generated from it, to the agent and to callers. */
export interface FileChange extends Omit<Change, "packages"> {
  readonly parts: Readonly<Partial<Record<PartName, Effect>>>;
}

/** What a {@link SpecDiff} is to who has the file and none of the packages that are generated here. */
export interface FileDiff extends Required<Pick<SpecDiff, "old" | "new">> {
  /** The heaviest first. */
  readonly changes: readonly FileChange[];
  /** The heaviest level of each part that shows any of the changes. */
  readonly parts: Readonly<Partial<Record<PartName, Level>>>;
}

/** Where what a package shows of a dialect shows for somebody else. The command line is a caller like others. */
const partOf: Readonly<Record<PackageName, PartName>> = {
  "@a2akit/types": "types",
  "@a2akit/schemas": "schemas",
  "@a2akit/protocol": "dialect",
  "@a2akit/server": "agent",
  "@a2akit/client": "caller",
  "@a2akit/cli": "caller",
};

/** Changes of what is not generated into a folder. */
const notGenerated: ReadonlySet<string> = new Set(["examples-changed"]);

/** The same diff in terms of one file. Without an A2A endpoint in either file, there is no dialect to change. */
export function toFileDiff(diff: SpecDiff, { hasDialect }: { readonly hasDialect: boolean }): FileDiff {
  const { old, new: fresh } = diff;
  if (!old || !fresh) throw new Error("one file was compared with none");
  const known = partNames.filter((name) => hasDialect || name !== "dialect");
  const changes = diff.changes.map(({ packages, ...change }): FileChange => {
    const effects = notGenerated.has(change.code) ? [] : Object.entries(packages);
    const pairs = known.flatMap((name) => {
      const found = effects.find(([key]) => partOf[key as PackageName] === name);
      return found ? [[name, found[1]] as const] : [];
    });
    return { ...change, parts: Object.fromEntries(pairs) };
  });
  const heaviest = known.flatMap((name) => {
    const level = changes.reduce<Level | undefined>((sum, { parts }) => heavier(sum, parts[name]?.level), undefined);
    return level === undefined ? [] : [[name, level] as const];
  });
  return {
    old,
    new: fresh,
    changes: changes.toSorted((a, b) => weight(a) - weight(b)),
    parts: Object.fromEntries(heaviest),
  };
}

function weight({ parts }: FileChange): number {
  const level = heaviest(parts);
  return level === undefined ? levels.length : levels.indexOf(level);
}
