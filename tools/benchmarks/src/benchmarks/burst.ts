import { COMPLETED, createTask, QUESTION, request, sendMessage } from "./requests.ts";
import { serverBenchmark } from "./server-benchmark.ts";

const CHUNKS = 2_000;
const OTHERS = 4;
const WARM_UP = 20;
const BURSTS = 4;

/** What one busy stream does to everybody else: GetTask by four other callers while it bursts. */
export const burstBenchmark = serverBenchmark({
  name: "burst",
  keeping: "remember",
  slices: { quick: 6, full: 12 },
  rows: [
    {
      reading: "p99",
      title: "Other callers' p99 latency while a stream sends 2,000 chunks",
      unit: "ms",
      limit: { atMost: 20 },
    },
  ],
  async prepare({ load, port, url, longStreams }) {
    const id = await createTask(url, QUESTION);
    const question = {
      ask: "burst",
      port,
      body: sendMessage(`chunks ${CHUNKS}`, "SendStreamingMessage"),
      events: CHUNKS + 2,
      expect: COMPLETED,
      otherBody: request("GetTask", { id }),
      otherExpect: COMPLETED,
      connections: OTHERS,
    };
    if (longStreams) await load.ask({ ...question, repeat: WARM_UP });
    return () => load.ask({ ...question, repeat: longStreams ? BURSTS : 1 });
  },
});
