import { cpuDuring, read } from "./cost.ts";
import { COMPLETED, sendMessage } from "./requests.ts";
import { type Bench, serverBenchmark } from "./server-benchmark.ts";

const LONG = 10_000;
const SHORT = 1_000;
const WARM_UP = { quick: 6, full: 12 };

/** One stream of chunks that are appended to one artifact. */
export const streamBenchmark = serverBenchmark({
  name: "stream",
  keeping: "forget",
  slices: { quick: 8, full: 16 },
  rows: [
    {
      reading: "cpu",
      title: "One stream of 10,000 appended chunks: server CPU",
      unit: "µs/event",
      peer: "bare",
      limit: { atMost: 2.5 },
    },
    {
      reading: "steadiness",
      title: "Events per second at 10,000 chunks, of those at 1,000",
      unit: "×",
      limit: { atLeast: 0.9 },
    },
  ],
  async prepare(bench) {
    const scale = bench.longStreams ? 1 : 10;
    const [long, short] = [LONG / scale, SHORT / scale];
    await readStreams(bench, long, bench.longStreams ? WARM_UP[bench.size] : 1);
    return async () => {
      const { cpu, result: seconds } = await cpuDuring(bench.server, () => readStreams(bench, long, 1));
      // As many events in all as in the long one.
      const shortSeconds = await readStreams(bench, short, long / short);
      return { cpu: cpu / long, perSecond: long / seconds, steadiness: shortSeconds / seconds };
    };
  },
});

async function readStreams({ load, port }: Bench, chunks: number, repeat: number): Promise<number> {
  const body = sendMessage(`chunks ${chunks}`, "SendStreamingMessage");
  return read(await load.ask({ ask: "stream", port, body, events: chunks + 2, expect: COMPLETED, repeat }), "seconds");
}
