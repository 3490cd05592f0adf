import { cpSync, existsSync, lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pnpmCommand } from "../npm.ts";
import { run } from "../run.ts";
import { root } from "../workspace.ts";

/** A copy of this repository, as it stands on the disk, with a history of its own. */
export interface RepositoryCopy {
  readonly folder: string;
  /** Runs a script of the root, as `pnpm <args>` does; resolves with what it prints. */
  pnpm(...args: string[]): Promise<string>;
  /** Puts all there is into one commit. */
  commit(message: string): Promise<void>;
}

/** Milliseconds. */
const STEP_TIMEOUT = 300_000;

/** Copies what git knows of and what it would add, installs, and commits. `npmrc` is that of the user who works there. */
export async function copyRepository(folder: string, npmrc: string): Promise<RepositoryCopy> {
  const git = (cwd: string, ...args: string[]) =>
    run({ command: "git", args, cwd, purpose: `git ${args[0]}`, timeout: STEP_TIMEOUT });
  const listed = await git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  for (const path of new Set(listed.split("\0").filter((name) => name !== "" && existsSync(join(root, name))))) {
    if (!lstatSync(join(root, path)).isFile()) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const userconfig = join(dirname(folder), "npmrc");
  writeFileSync(userconfig, npmrc, { mode: 0o600 });
  const env = { npm_config_userconfig: userconfig, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, CI: "1" };
  const [command, ...first] = pnpmCommand(process.env);
  const copy: RepositoryCopy = {
    folder,
    pnpm: (...args) =>
      run({ command, args: [...first, ...args], cwd: folder, purpose: `pnpm ${args[0]}`, timeout: STEP_TIMEOUT, env }),
    async commit(message) {
      await git(folder, "add", "--all");
      const identity = ["-c", "user.name=Test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"];
      await git(folder, ...identity, "commit", "--quiet", "--message", message);
    },
  };
  await git(folder, "init", "--quiet", "--initial-branch=main");
  await copy.commit("As it is");
  await copy.pnpm("install", "--frozen-lockfile", "--prefer-offline", "--loglevel=error");
  return copy;
}
