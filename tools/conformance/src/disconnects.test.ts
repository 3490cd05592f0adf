import { describe, expect, onTestFinished, test } from "vitest";
import type { Frame, Frames } from "./frames.ts";
import { openScript, subscribe } from "./frames.ts";
import type { Peer } from "./peer.ts";
import { createRandom } from "./random.ts";
import { openSqliteStore } from "./sqlite-test-store.ts";
import { taskOf, texts, word } from "./tasks.ts";
import { viaNode } from "./transports/node.ts";
import { type Opening, openWorld } from "./world.ts";

const EXTENSION = { "a2a-extensions": "urn:a2akit:event-log:1" };
const TASKS = 20;
const CUTS_PER_TASK = 50;
const CHUNKS = 150;
const MAX_FRAMES_PER_CONNECTION = 6;

/** Follows one task through many lost connections and returns what arrived, without the Tasks that open each stream. */
async function follow(peer: Peer, random: (below: number) => number): Promise<{ updates: Frame[]; cuts: number }> {
  const updates: Frame[] = [];
  let cuts = 0;
  let taskId = "";
  let last = "";
  for (;;) {
    const frames: Frames = last
      ? await subscribe(peer, taskId, { headers: { ...EXTENSION, "last-event-id": last } })
      : await openScript(peer, `task:work;drip:a:${CHUNKS};done`, { headers: EXTENSION });
    const opening = await frames.next();
    const task = taskOf(opening);
    taskId = task.id;
    expect(texts(task.artifacts?.[0]?.parts)).toEqual(chunksOf(updates));
    last = opening?.id ?? "";
    const patience = cuts < CUTS_PER_TASK ? random(MAX_FRAMES_PER_CONNECTION) : Number.POSITIVE_INFINITY;
    for (let read = 0; read < patience; read++) {
      const frame = await frames.next();
      if (!frame) return { updates, cuts };
      updates.push(frame);
      last = frame.id ?? "";
    }
    frames.close();
    cuts++;
  }
}

const chunksOf = (updates: readonly Frame[]) =>
  updates.flatMap(({ event }) => texts(event.artifactUpdate?.artifact.parts));

describe("1,000 lost connections, each resumed with urn:a2akit:event-log:1", () => {
  test.each<[string, Opening]>([
    ["fetch", {}],
    ["node:http", { transport: viaNode }],
    ["a SQLite file", { openStore: openSqliteStore }],
  ])("lose nothing and repeat nothing over %s", async (_, opening) => {
    const world = await openWorld(opening);
    onTestFinished(() => world.close());
    const followed = await Promise.all(
      Array.from({ length: TASKS }, (_, index) => follow(world.peer, createRandom(index + 1))),
    );
    const expected = Array.from({ length: CHUNKS }, (_, index) => String(index));
    for (const { updates } of followed) {
      expect(chunksOf(updates)).toEqual(expected);
      expect([word(updates[0]?.event), word(updates.at(-1)?.event)]).toEqual(["WORKING", "COMPLETED"]);
      const numbers = updates.map(({ id }) => Number(id));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(new Set(numbers).size).toBe(CHUNKS + 2);
    }
    expect(followed.reduce((sum, { cuts }) => sum + cuts, 0)).toBe(TASKS * CUTS_PER_TASK);
  });
});
