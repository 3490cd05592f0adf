import { clientBenchmark } from "./client-benchmark.ts";
import { createTask, QUESTION } from "./requests.ts";

/** V8 goes on compiling hot code for about as many calls. */
const WARM_UP = 20_000;
const CALLS = 1_000;

/** GetTask by a client, one call at a time. */
export const clientCallBenchmark = clientBenchmark({
  name: "client-call",
  slices: { quick: 8, full: 16 },
  rows: [
    {
      reading: "added",
      title: "Client, GetTask one at a time: latency added to plain fetch",
      unit: "µs",
      limit: { atMost: 12 },
    },
  ],
  async prepare({ client, url }) {
    const id = await createTask(url, QUESTION);
    await client.ask({ ask: "calls", id, count: WARM_UP });
    return () => client.ask({ ask: "calls", id, count: CALLS });
  },
});
