import { commitOf, forkPoint } from "../git.ts";

/** The commit to compare with, or why there is none. */
export type Base =
  | { readonly ref: string; readonly commit: string }
  /** `known`: a ref was named, so that not finding it is a fault. */
  | { readonly problem: string; readonly known: boolean };

/** The branches that a change may be meant for, where nobody says. */
const usual = ["origin/main", "main"];

/** Where the changes since are looked at: what `named` says, else what a pull request on GitHub is for, else the main branch. */
export async function findBase(
  root: string,
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Base> {
  const target = env.GITHUB_BASE_REF;
  const wanted = named ?? (target ? `origin/${target}` : undefined);
  for (const ref of wanted === undefined ? usual : [wanted]) {
    const tip = await commitOf(root, ref);
    const commit = tip === undefined ? undefined : await forkPoint(root, tip);
    if (commit !== undefined) return { ref, commit };
    if (tip !== undefined)
      return { problem: `${ref} and HEAD have no commit in common; fetch the whole history`, known: true };
  }
  return wanted === undefined
    ? { problem: `there is none of ${usual.join(", ")}`, known: false }
    : { problem: `there is no ${wanted}`, known: true };
}
