import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LostRuns, TaskStore } from "@a2akit/server";
import { createSqliteTaskStore } from "@a2akit/server/sqlite";
import type { TaskState } from "@a2akit/types";
import { createRandom } from "../random.ts";
import { readEffects } from "./counting-agent.ts";
import { type Journey, travel } from "./journey.ts";
import { type Receiver, startReceiver, undelivered } from "./receiver.ts";
import { judge, type Verdict } from "./verdict.ts";
import { startWorkers } from "./workers.ts";

export interface CrashOptions {
  readonly policy: LostRuns;
  /** Tasks at least; more where the kills take longer. */
  readonly tasks: number;
  readonly kills: number;
  /** Server processes on one file. */
  readonly processes?: number;
  readonly seed?: number;
  /** Tasks at a time. */
  readonly atOnce?: number;
  onKill?(kills: number, finished: number): void;
}

export interface CrashReport {
  readonly verdict: Verdict;
  readonly tasks: number;
  readonly kills: number;
  readonly completed: number;
  /** Steps that the agent did, and how many of them in a second attempt or a later one. */
  readonly effects: { readonly all: number; readonly repeated: number };
  readonly complaints: readonly string[];
}

/** Frames that must arrive between two kills, so that every kill hits a server at work. */
const MIN_FRAMES = 5;
/** Milliseconds at most from there to the kill. */
const MAX_LIFE = 300;

/** Milliseconds in which nothing more happens: what is missing then is for the verdict to say. */
const PATIENCE = 30_000;
/** Milliseconds between two looks at what other processes have done. */
const PAUSE = 50;

function count(store: TaskStore, status?: TaskState): Promise<number> {
  const query = status === undefined ? {} : { status };
  return store.list({ owner: "", tenant: "" }, { ...query, pageSize: 1 }).then(({ totalSize }) => totalSize);
}

const AT_REST = ["TASK_STATE_COMPLETED", "TASK_STATE_FAILED", "TASK_STATE_INPUT_REQUIRED"] as const;

/** Waits until nothing is left; as long as that takes, while it becomes less. */
async function patiently(countLeft: () => number | Promise<number>): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let deadline = 0;
  for (;;) {
    const left = await countLeft();
    if (left < least) deadline = Date.now() + PATIENCE;
    least = Math.min(left, least);
    if (left === 0 || Date.now() > deadline) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Tasks at work, also those that no caller knows of. */
async function atWork(store: TaskStore): Promise<number> {
  const resting = await Promise.all(AT_REST.map((state) => count(store, state)));
  return (await count(store)) - resting.reduce((sum, some) => sum + some, 0);
}

/** Frames that webhooks have coming. */
function onTheWay(receiver: Receiver, journeys: readonly Journey[]): number {
  return journeys.reduce((sum, journey) => sum + undelivered(receiver, journey), 0);
}

/** Kills servers with SIGKILL while tasks run on them, and compares what callers were told with what is stored. */
export async function crash(options: CrashOptions): Promise<CrashReport> {
  const { policy, kills: wanted, processes = 1, atOnce = 40, onKill } = options;
  const random = createRandom(options.seed ?? 1);
  const folder = mkdtempSync(join(tmpdir(), "a2akit-crash-"));
  const file = join(folder, "tasks.db");
  const effects = join(folder, "effects.jsonl");
  const receiver = await startReceiver(options.seed ?? 1);
  const workers = await startWorkers({ file, effects, policy, count: processes });
  const journeys: Journey[] = [];
  let started = 0;
  let kills = 0;
  let frames = 0;
  let arrived: (() => void) | undefined;

  async function load(): Promise<void> {
    while (started < options.tasks || kills < wanted) {
      started += 1;
      journeys.push(
        await travel(workers.peer, receiver.hook, () => {
          frames += 1;
          arrived?.();
        }),
      );
    }
  }
  async function kill(): Promise<void> {
    for (; kills < wanted; kills += 1) {
      const before = frames;
      while (frames < before + MIN_FRAMES) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
      await new Promise((resolve) => setTimeout(resolve, random(MAX_LIFE)));
      await workers.replace(random(processes));
      onKill?.(kills + 1, journeys.length);
    }
  }

  try {
    await Promise.all([kill(), ...Array.from({ length: Math.min(atOnce, options.tasks) }, load)]);
    const store = createSqliteTaskStore({ file });
    await patiently(() => atWork(store));
    await patiently(() => onTheWay(receiver, journeys));
    await workers.close();
    const done = readEffects(effects);
    const verdict = await judge({ store, policy, journeys, effects: done, receiver });
    const completed = await count(store, "TASK_STATE_COMPLETED");
    await store.close();
    return {
      verdict,
      tasks: journeys.length,
      kills,
      completed,
      effects: { all: done.length, repeated: done.filter(({ attempt }) => attempt > 1).length },
      complaints: workers.complaints,
    };
  } finally {
    await workers.close();
    receiver.close();
    rmSync(folder, { recursive: true });
  }
}
