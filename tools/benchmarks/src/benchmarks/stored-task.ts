import { heapOf } from "./cost.ts";
import { COMPLETED, QUESTION, sendMessage } from "./requests.ts";
import { serverBenchmark } from "./server-benchmark.ts";

/** Fewer in all than servers keep finished tasks. */
const TASKS = { quick: 3_000, full: 8_000 };
const WARM = 1_000;
const BYTES = 1_024;

/** What a finished task weighs in the store, against the same Task as a plain object in a Map. */
export const storedTaskBenchmark = serverBenchmark({
  name: "stored-task",
  keeping: "settled",
  slices: { quick: 1, full: 1 },
  rows: [
    {
      reading: "heap",
      title: "Stored finished task: server heap",
      unit: "KB each",
      peer: "bare",
      limit: { atMost: 1.3 },
    },
  ],
  async prepare({ load, port, server, size }) {
    const count = TASKS[size];
    const call = { ask: "unary", port, body: sendMessage(QUESTION), expect: COMPLETED, connections: 4 };
    await load.ask({ ...call, count: WARM });
    return async () => {
      const before = await heapOf(server);
      await load.ask({ ...call, count });
      return { heap: ((await heapOf(server)) - before) / count / BYTES };
    };
  },
});
