import { readCommand } from "../../command-line.ts";
import { rootOption, thisRepository } from "../../this-repository.ts";
import { compare, write } from "../../write.ts";
import { changesetName, writeChangeset } from "../changeset.ts";
import { packagesOf } from "../workspace-packages.ts";
import { type CheckResult, checkSpecs } from "./check-specs.ts";
import { findBase } from "./find-base.ts";
import { renderCheck } from "./render-check.ts";

const command = {
  name: "spec:check",
  operands: [],
  about:
    "Compares the specs with those at the base and fails when the changesets since then claim less than that proves.",
  options: {
    base: {
      value: "REF",
      says: "a branch, tag or commit; default: the branch that a pull request on GitHub is for, else origin/main, else main",
    },
    write: { says: "write the changesets that are missing" },
    root: rootOption("specs and .changeset"),
  },
} as const;

export interface CheckContext {
  readonly print: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** 0: the changesets say enough, or no base is known (which is told). 1: they do not, or the base cannot be read. 2: wrong usage. */
export async function runCheck(args: readonly string[], { print, env }: CheckContext): Promise<0 | 1 | 2> {
  const given = readCommand(command, args);
  if ("answer" in given) {
    print(given.answer);
    return given.status;
  }
  const { root = thisRepository, write: isWriting = false } = given.values;
  const base = await findBase(root, given.values.base, env);
  if ("problem" in base) {
    print(`NOT CHECKED: the specs were compared with nothing, for ${base.problem}. Name a base with --base REF.\n`);
    return base.known ? 1 : 0;
  }
  const first = await checkSpecs(root, base.commit);
  const written = isWriting ? await writeMissing(root, first) : [];
  for (const path of written) print(`Written: ${path}\n`);
  const result = written.length > 0 ? await checkSpecs(root, base.commit) : first;
  print(renderCheck(result, `${base.ref} (${base.commit.slice(0, 8)})`));
  return result.findings.length + result.missing.length > 0 ? 1 : 0;
}

/** Writes a changeset for every spec that proves more than is claimed; gives their paths. */
async function writeMissing(root: string, { diffs, missing }: CheckResult): Promise<readonly string[]> {
  const known = await packagesOf(root);
  const short = new Set<string>(missing.map(({ name }) => name));
  const files = diffs
    .filter(({ packages }) => Object.keys(packages).some((name) => short.has(name)))
    .flatMap((diff): (readonly [string, string])[] => {
      const text = writeChangeset(diff, known);
      return text === undefined ? [] : [[`.changeset/${changesetName(diff)}`, text]];
    });
  const differences = await compare(root, { files: new Map(files), folders: [] });
  await write(root, differences);
  return differences.map(({ path }) => path);
}
