import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The binary as it is published: built, and run as a process of its own. */
export const BIN = join(import.meta.dirname, "../../../../packages/cli/dist/bin.js");

if (!existsSync(BIN)) throw new Error("The command line is not built: turbo run build --filter=@a2akit/cli");

/** What one command line did. */
export interface Outcome {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What standard input holds; without it, it is empty. */
  readonly stdin?: string;
  readonly cwd?: string;
}

/** A process under way. */
export interface Running {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves when both streams together have shown it; rejects when the process ends before. */
  until(pattern: RegExp): Promise<void>;
  readonly done: Promise<Outcome>;
}

/** A folder of the test's own, which is its home, too. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "a2a-contract-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a command line in a world without settings, and ends it with the test. */
export function start(
  args: readonly string[],
  { env = {}, stdin = "", cwd = temporaryFolder() }: StartOptions = {},
): Running {
  const { PATH = "", SystemRoot } = process.env;
  const world = { PATH, HOME: cwd, ...(SystemRoot && { SystemRoot }), ...env };
  const child = spawn(process.execPath, [BIN, ...args], { env: world, cwd, stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const text = { stdout: "", stderr: "" };
  let moved = Promise.withResolvers<void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      text[name] += chunk;
      moved.resolve();
      moved = Promise.withResolvers();
    });
  }
  // Whoever does not read it closes it.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  const done = once(child, "close").then(([status, signal]) => ({ status, signal, ...text }));
  return {
    child,
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    done,
    async until(pattern) {
      const ended = done.then((outcome) => {
        throw new Error(`Ended without ${pattern}: ${JSON.stringify(outcome)}`);
      });
      ended.catch(() => {});
      while (!pattern.test(text.stdout + text.stderr)) await Promise.race([moved.promise, ended]);
    },
  };
}

export function a2a(args: readonly string[], options?: StartOptions): Promise<Outcome> {
  return start(args, options).done;
}

/** The one document on standard output. */
export async function json(args: readonly string[], options?: StartOptions) {
  const { stdout } = await a2a([...args, "-o", "json"], options);
  return JSON.parse(stdout);
}

/** Every line of standard output. */
export function lines(stdout: string) {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The value of a field of `text` output. */
export function field(text: string, label: string): string | undefined {
  return new RegExp(`^${label}: (.*)$`, "m").exec(text)?.[1];
}
