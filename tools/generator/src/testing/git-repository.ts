import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { withFiles } from "./read-text.ts";

const run = promisify(execFile);

export interface GitRepository {
  readonly root: string;
  readonly git: (...args: readonly string[]) => Promise<string>;
  readonly read: (path: string) => Promise<string>;
  readonly write: (path: string, text: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Commits all that is there. */
  readonly commit: (message: string) => Promise<void>;
}

/** Runs with a git repository of its own, whose branch `main` has one commit with these files. */
export function withRepository(
  files: Readonly<Record<string, string>>,
  use: (repository: GitRepository) => Promise<void>,
): Promise<void> {
  return withFiles(files, async (root) => {
    const git: GitRepository["git"] = async (...args) => {
      const own = [
        "-C",
        root,
        "-c",
        "user.name=Test",
        "-c",
        "user.email=test@example.com",
        "-c",
        "commit.gpgsign=false",
      ];
      const { stdout } = await run("git", [...own, ...args]);
      return stdout;
    };
    const commit = async (message: string) => {
      await git("add", "--all");
      await git("commit", "--quiet", "--allow-empty", "--message", message);
    };
    await git("init", "--quiet", "--initial-branch", "main");
    await commit("the beginning");
    await use({
      root,
      git,
      commit,
      read: (path) => readFile(join(root, path), "utf8"),
      write: async (path, text) => {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), text);
      },
      remove: (path) => rm(join(root, path), { recursive: true }),
    });
  });
}
