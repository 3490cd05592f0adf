import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { MAX_SPEC_BYTES } from "../load/read-source.ts";

const run = promisify(execFile);

/** What one git command prints; undefined when it fails. Never asks for anything. */
async function git(root: string, ...args: readonly string[]): Promise<Buffer | undefined> {
  try {
    const { stdout } = await run("git", ["-C", root, ...args], {
      encoding: "buffer",
      maxBuffer: 2 * MAX_SPEC_BYTES,
      env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
    });
    return stdout;
  } catch {
    return undefined;
  }
}

async function gitText(root: string, ...args: readonly string[]): Promise<string | undefined> {
  return (await git(root, ...args))?.toString("utf8").trim();
}

/** The commit that a ref names; undefined when there is none, or no repository. */
export function commitOf(root: string, ref: string): Promise<string | undefined> {
  return gitText(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
}

/** Where the work at HEAD left the other ref; undefined when the history does not reach that far. */
export function forkPoint(root: string, ref: string): Promise<string | undefined> {
  return gitText(root, "merge-base", ref, "HEAD");
}

/** The paths below the root of all files of a commit in a folder. */
async function filesAt(root: string, commit: string, folder: string): Promise<readonly string[]> {
  const text = await gitText(root, "ls-tree", "-r", "--name-only", "-z", `${commit}:./${folder}`);
  return (text ?? "")
    .split("\0")
    .filter((path) => path !== "")
    .map((path) => `${folder}/${path}`);
}

/** A file of a commit as it was; undefined when it was not there. */
export function fileAt(root: string, commit: string, path: string): Promise<Buffer | undefined> {
  return git(root, "cat-file", "blob", `${commit}:./${path}`);
}

/** Writes a folder of a commit to another root. */
export async function checkOutTo(
  target: string,
  { root, commit, folder }: { root: string; commit: string; folder: string },
): Promise<void> {
  for (const path of await filesAt(root, commit, folder)) {
    const bytes = await fileAt(root, commit, path);
    if (bytes === undefined) throw new Error(`${path} of ${commit} cannot be read`);
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), bytes);
  }
}
