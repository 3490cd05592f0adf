import { clientBenchmark } from "./client-benchmark.ts";
import { read } from "./cost.ts";

/** Streams; V8 goes on compiling hot code for about as many. */
const WARM_UP = 30;
const CHUNKS = 10_000;

/** Reading one stream of chunks to its end. */
export const clientStreamBenchmark = clientBenchmark({
  name: "client-stream",
  slices: { quick: 16, full: 32 },
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
