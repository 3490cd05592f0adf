import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/** A program that was started here and is stopped here. */
export interface Program {
  /** The first line of its standard output that matches. */
  readonly ready: RegExpExecArray;
  /** What it wrote to standard error, once it has ended. */
  complaints(): Promise<string>;
  /** Asks it to stop, waits for its end and gives its exit code. */
  stop(): Promise<number>;
}

/** How long a program may take to say that it is ready, and to stop. */
const PATIENCE_MS = 60_000;

/**
 * Starts a Node program and waits until a line of its standard output matches `ready`.
 *
 * @throws Error with what it wrote to standard error when it ends first, or says nothing that matches within 60 s
 */
export async function startProgram(file: string, args: readonly string[], ready: RegExp): Promise<Program> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  // Whatever ends this process, an error included, ends the program too.
  const kill = () => void child.kill();
  process.once("exit", kill);
  child.once("close", () => process.off("exit", kill));
  const complaints = text(child.stderr);
  const match = await firstMatch(child, ready);
  if (match === undefined) {
    child.kill();
    throw new Error(`${file} did not start:\n${await complaints}`);
  }
  return { ready: match, complaints: () => complaints, stop: () => stop(child) };
}

/** Runs a Node program to its end. */
export async function runProgram(
  file: string,
  args: readonly string[],
): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode ?? 1, out, err };
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

async function firstMatch(child: Child, ready: RegExp): Promise<RegExpExecArray | undefined> {
  const deadline = setTimeout(() => child.kill(), PATIENCE_MS);
  try {
    let seen = "";
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      seen += chunk;
      const match = ready.exec(seen);
      if (match) return match;
    }
    return undefined;
  } finally {
    clearTimeout(deadline);
    child.stdout.resume();
  }
}

async function stop(child: Child): Promise<number> {
  if (child.exitCode === null && child.signalCode === null) {
    const deadline = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    child.kill("SIGTERM");
    await once(child, "close");
    clearTimeout(deadline);
  }
  return child.exitCode ?? 1;
}
