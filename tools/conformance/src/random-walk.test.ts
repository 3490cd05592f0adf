import type { Artifact, Task } from "@a2akit/types";
import { expect, onTestFinished, test } from "vitest";
import { type Frame, openScript, subscribe } from "./frames.ts";
import { call, getTask, type Peer, script, sendTask } from "./peer.ts";
import { createRandom } from "./random.ts";
import { slowStore } from "./slow-store.ts";
import { openSqliteStore } from "./sqlite-test-store.ts";
import { stateOf } from "./tasks.ts";
import { viaNode } from "./transports/node.ts";
import { type Opening, openWorld } from "./world.ts";

const TASKS = 25;
const SEEDS = [1, 2];
const TERMINAL = /COMPLETED|FAILED|CANCELED|REJECTED/;

type Random = (below: number) => number;

/** A script of random steps, which may or may not end the task. */
function randomScript(random: Random): string {
  const pick = (...choices: string[]) => choices[random(choices.length)] ?? "";
  const step = () =>
    pick(
      "work",
      "work:busy",
      `art:${pick("a", "b")}:${random(9)}`,
      `art:${pick("a", "b")}:x:append`,
      "drip:c:25",
      "chunks:d:3",
    );
  const steps = Array.from({ length: 1 + random(6) }, step);
  return `task:${[...steps, pick("done", "done:bye", "fail:no", "throw", "", "input:more?", "auth:sign in")].join(";")}`;
}

/** What the frames of one stream add up to. */
function fold(frames: readonly Frame[]): { artifacts: Artifact[]; status: Task["status"] | undefined } {
  const artifacts = new Map<string, Artifact>();
  let status: Task["status"] | undefined;
  for (const { event } of frames) {
    for (const artifact of event.task?.artifacts ?? []) artifacts.set(artifact.artifactId, artifact);
    status = event.statusUpdate?.status ?? event.task?.status ?? status;
    if (!event.artifactUpdate) continue;
    const { artifact, append } = event.artifactUpdate;
    const known = append ? artifacts.get(artifact.artifactId) : undefined;
    artifacts.set(artifact.artifactId, known ? { ...known, parts: [...known.parts, ...artifact.parts] } : artifact);
  }
  return { artifacts: [...artifacts.values()], status };
}

/** The stream that saw the task end: one that is interrupted is opened anew, one that comes too late is none. */
async function followToEnd(peer: Peer, id: string): Promise<Frame[]> {
  for (;;) {
    const stream = await subscribe(peer, id).catch(() => undefined);
    const frames = (await stream?.rest()) ?? [];
    if (!stream || TERMINAL.test(stateOf(frames.at(-1)?.event) ?? "")) return frames;
  }
}

/** One task with random turns, followers and cancels; resolves with the streams that saw it to its end. */
async function walk(peer: Peer, random: Random): Promise<{ id: string; streams: Frame[][] }> {
  const pause = async () => {
    for (let turns = random(20); turns > 0; turns--) await new Promise(setImmediate);
  };
  const { id } = await sendTask(peer, randomScript(random), { configuration: { returnImmediately: true } });
  const followers: Promise<Frame[]>[] = [];
  const follow = () => {
    followers.push(followToEnd(peer, id));
  };
  const acts = [
    follow,
    follow,
    () => call(peer, "SendMessage", script(randomScript(random), { taskId: id })).catch(() => undefined),
    async () => {
      const stream = await openScript(peer, randomScript(random), { taskId: id }).catch(() => undefined);
      await stream?.rest();
    },
    async () => (await subscribe(peer, id).catch(() => undefined))?.close(),
  ];
  const ongoing: unknown[] = [];
  for (let count = random(8); count > 0; count--) {
    await pause();
    ongoing.push(acts[random(acts.length)]?.());
  }
  await pause();
  await call(peer, "CancelTask", { id });
  await Promise.all(ongoing);
  return { id, streams: await Promise.all(followers) };
}

const places: readonly (readonly [string, Opening])[] = [
  ["fetch and a slow store", { fault: { store: (store) => slowStore(store, 7) } }],
  ["fetch and sqlite", { openStore: openSqliteStore }],
  ["node:http", { transport: viaNode }],
];

test.each(places)("whatever happens to a task, its streams add up to it: %s", async (_, opening) => {
  let followed = 0;
  for (const seed of SEEDS) {
    const world = await openWorld(opening);
    onTestFinished(() => world.close());
    const walks = await Promise.all(
      Array.from({ length: TASKS }, (_, index) => walk(world.peer, createRandom(seed * 1000 + index))),
    );
    for (const { id, streams } of walks) {
      const task = await getTask(world.peer, id);
      expect(task.status.state).toMatch(TERMINAL);
      for (const frames of streams.filter(({ length }) => length > 0)) {
        const ends = frames.filter(({ event }) => TERMINAL.test(stateOf(event) ?? ""));
        expect(ends).toEqual([frames.at(-1)]);
        expect(fold(frames)).toEqual({ artifacts: task.artifacts ?? [], status: task.status });
        followed++;
      }
    }
  }
  expect(followed).toBeGreaterThan(10);
});
