import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import type { LostRuns } from "@a2akit/server";
import type { Peer } from "../peer.ts";

export interface WorkersOptions {
  readonly file: string;
  readonly effects: string;
  readonly policy: LostRuns;
  readonly count: number;
}

interface Worker {
  readonly process: ChildProcess;
  readonly url: string;
}

/** Server processes that share one file, and that die and come back. */
export interface Workers {
  /** A caller that reaches any one of them that is up, waiting until one is. */
  readonly peer: Peer;
  /** Kills one with SIGKILL, and resolves when another is up in its place. */
  replace(index: number): Promise<void>;
  /** What they wrote to stderr. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

const PROGRAM = join(import.meta.dirname, "worker.ts");

export async function startWorkers({ file, effects, policy, count }: WorkersOptions): Promise<Workers> {
  const complaints: string[] = [];
  let workers: (Worker | undefined)[] = [];
  let waiting: (() => void)[] = [];
  let turn = 0;

  async function start(): Promise<Worker> {
    const child = spawn(process.execPath, [PROGRAM, file, effects, policy], { stdio: ["pipe", "pipe", "pipe"] });
    child.stderr.on("data", (data) => complaints.push(String(data)));
    const lines = createInterface(child.stdout);
    const [line] = await Promise.race([once(lines, "line"), once(child, "exit")]);
    if (typeof line !== "string") throw new Error(`A worker did not start: ${complaints.join("")}`);
    return { process: child, url: line };
  }

  async function kill(worker: Worker): Promise<void> {
    if (worker.process.signalCode !== null) return;
    const gone = once(worker.process, "exit");
    worker.process.kill("SIGKILL");
    await gone;
  }

  async function pick(): Promise<Worker> {
    for (;;) {
      const up = workers.filter((worker) => worker !== undefined);
      turn += 1;
      const worker = up[turn % up.length];
      if (worker !== undefined) return worker;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  workers = await Promise.all(Array.from({ length: count }, start));
  return {
    complaints,
    peer: {
      dialect: a2a,
      path: "/",
      headers: {},
      fetch: async (path, init) => fetch((await pick()).url + path, init),
    },
    async replace(index) {
      const worker = workers[index];
      if (worker === undefined) return;
      workers[index] = undefined;
      await kill(worker);
      workers[index] = await start();
      for (const resume of waiting) resume();
      waiting = [];
    },
    async close() {
      await Promise.all(workers.filter((worker) => worker !== undefined).map(kill));
    },
  };
}
