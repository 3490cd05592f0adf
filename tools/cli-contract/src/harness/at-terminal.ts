import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { BIN, temporaryFolder } from "./a2a.ts";

/** A command line at a terminal, which `script` plays. */
export interface AtTerminal {
  /** Everything on the terminal so far. */
  readonly shown: () => string;
  type(text: string): void;
  /** Resolves when the terminal has shown it; rejects when the command ends before. */
  until(pattern: RegExp): Promise<void>;
  /** The process of the command. */
  readonly pid: () => number;
  /** The exit status; rejects for one that a signal ended, as `script` does not say which. */
  readonly done: Promise<number>;
}

export interface AtTerminalOptions {
  /** What the shell is to read after the command. */
  readonly tail?: string;
  /** A command that the shell runs when this one has ended, and whose exit status counts. */
  readonly after?: string;
  /** Kind of terminal: one without cursor movements, unless they matter. */
  readonly term?: string;
}

/** Starts a command line at a terminal, and ends it with the test. */
export function atTerminal(
  args: readonly string[],
  { tail = "", after, term = "dumb" }: AtTerminalOptions = {},
): AtTerminal {
  const cwd = temporaryFolder();
  const pidFile = join(cwd, "pid");
  const command = [process.execPath, BIN, ...args].map((word) => `'${word}'`).join(" ");
  writeFileSync(join(cwd, "command"), `echo $$ > '${pidFile}'; exec ${command} ${tail}`);
  const shell = after === undefined ? "exec sh command" : `sh command; ${after}`;
  const env = { PATH: process.env.PATH, HOME: cwd, TERM: term };
  const child = spawn("script", ["-qec", shell, "/dev/null"], { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let shown = "";
  let moved = Promise.withResolvers<void>();
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    shown += chunk;
    moved.resolve();
    moved = Promise.withResolvers();
  });
  child.stdin.on("error", () => {});
  const done = once(child, "close").then(([status]) => status as number);
  return {
    shown: () => shown,
    type: (text) => void child.stdin.write(text),
    pid: () => Number(readFileSync(pidFile, "utf8")),
    done,
    async until(pattern) {
      const ended = done.then((status) => {
        throw new Error(`Ended with ${status}, without ${pattern}: ${JSON.stringify(shown)}`);
      });
      ended.catch(() => {});
      while (!pattern.test(shown)) await Promise.race([moved.promise, ended]);
    },
  };
}
