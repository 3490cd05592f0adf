import { heapOf } from "./cost.ts";
import { createTask, request } from "./requests.ts";
import { serverBenchmark } from "./server-benchmark.ts";

const STREAMS = { quick: 500, full: 1_000 };
const BYTES = 1_024;

/** SubscribeToTask on one open task, many times: heap while nothing happens, and what is left when the clients have gone. */
export const idleStreamBenchmark = serverBenchmark({
  name: "idle-stream",
  keeping: "remember",
  slices: { quick: 1, full: 1 },
  rows: [
    { reading: "open", title: "Idle stream: server heap", unit: "KB each", limit: { atMost: 9 } },
    { reading: "left", title: "Idle stream: server heap left after close", unit: "KB each", limit: { atMost: 1 } },
  ],
  async prepare({ load, port, server, url, size }) {
    const count = STREAMS[size];
    const id = await createTask(url, "hold");
    const openAll = () => load.ask({ ask: "openStreams", port, body: request("SubscribeToTask", { id }), count });
    const closeAll = () => load.ask({ ask: "closeStreams" });
    // Once without counting: code is compiled and pools are filled.
    await openAll();
    await closeAll();
    return async () => {
      const before = await heapOf(server);
      await openAll();
      const open = await heapOf(server);
      await closeAll();
      const after = await heapOf(server);
      return { open: (open - before) / count / BYTES, left: (after - before) / count / BYTES };
    };
  },
});
