import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { subscribe } from "./frames.ts";
import { sendTask } from "./peer.ts";
import { openWorld } from "./world.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const ROUND = 2_000;
const ROUNDS = 5;
/** Bytes per stream that noise may leave behind; a stream that is kept alive takes thousands. */
const NOISE = 100;

test("10,000 streams that were opened and left leave nothing behind", { timeout: 120_000 }, async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const { id } = await sendTask(world.peer, "task:input:q");
  const used: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (let index = 0; index < ROUND; index++) {
      const frames = await subscribe(world.peer, id);
      await frames.next();
      frames.close();
    }
    await new Promise(setImmediate);
    collect();
    used.push(process.memoryUsage().heapUsed);
  }
  const growth = (used.at(-1) ?? 0) - (used[0] ?? 0);
  expect(growth / (ROUND * ROUNDS)).toBeLessThan(NOISE);
});
