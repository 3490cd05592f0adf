import { clientBenchmark } from "./client-benchmark.ts";
import { read } from "./cost.ts";

const WARM_UP = 5;
const CHUNKS = 10_000;

/** Reading one stream of chunks to its end. */
export const clientStreamBenchmark = clientBenchmark({
  name: "client-stream",
  slices: { quick: 8, full: 16 },
  rows: [
    {
      reading: "speed",
      title: "Client, one stream of 10,000 chunks: events per second of CPU",
      unit: "1/s",
      peer: "bare",
      limit: { atLeast: 0.95 },
    },
  ],
  async prepare({ client }) {
    const stream = () => client.ask({ ask: "stream", chunks: CHUNKS });
    for (let left = WARM_UP; left > 0; left -= 1) await stream();
    return async () => {
      const readings = await stream();
      return { ...readings, speed: 1_000_000 / read(readings, "cpu") };
    };
  },
});
