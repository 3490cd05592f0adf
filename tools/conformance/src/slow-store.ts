import type { TaskStore } from "@a2akit/server";
import { createRandom } from "./random.ts";

/** Turns of the event loop that one operation may take at most. */
const MAX_TURNS = 6;

/** A store whose every answer comes some turns of the event loop late, never the same number of them. */
export function slowStore(store: TaskStore, seed = 1): TaskStore {
  const random = createRandom(seed);
  async function late<T>(work: () => Promise<T>): Promise<T> {
    await pause();
    const result = await work();
    await pause();
    return result;
  }
  async function pause(): Promise<void> {
    for (let turns = random(MAX_TURNS); turns > 0; turns--) await new Promise(setImmediate);
  }
  return {
    create: (...args) => late(() => store.create(...args)),
    enqueue: (...args) => late(() => store.enqueue(...args)),
    append: (...args) => late(() => store.append(...args)),
    release: (...args) => late(() => store.release(...args)),
    heartbeat: (...args) => late(() => store.heartbeat(...args)),
    handOver: (...args) => late(() => store.handOver(...args)),
    requestCancel: (...args) => late(() => store.requestCancel(...args)),
    seize: (...args) => late(() => store.seize(...args)),
    claimExpired: (...args) => late(() => store.claimExpired(...args)),
    claimWaiting: (...args) => late(() => store.claimWaiting(...args)),
    load: (...args) => late(() => store.load(...args)),
    async *entries(...args) {
      for await (const stored of store.entries(...args)) {
        await pause();
        yield stored;
      }
    },
    list: (...args) => late(() => store.list(...args)),
    push: store.push,
    purge: (...args) => late(() => store.purge(...args)),
    close: () => store.close(),
  };
}
