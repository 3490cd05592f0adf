import type { Readings } from "../benchmark.ts";
import { cpuDuring, read } from "./cost.ts";
import type { Bench } from "./server-benchmark.ts";

const CONNECTIONS = 10;
/** V8 goes on compiling hot code for the first twenty to thirty thousand calls. */
const WARM_UP = 30_000;
const CALLS = 1_500;
export const UNARY_SLICES = { quick: 10, full: 20 };

/** CPU microseconds per call, calls per second and latencies in milliseconds, after a warm-up that does not count. */
export async function prepareUnary(
  bench: Bench,
  call: { body: string; expect: string },
): Promise<() => Promise<Readings>> {
  const load = (count: number) =>
    bench.load.ask({ ask: "unary", port: bench.port, ...call, connections: CONNECTIONS, count });
  await load(WARM_UP);
  return async () => {
    const { cpu, result } = await cpuDuring(bench.server, () => load(CALLS));
    return { ...result, cpu: cpu / CALLS, perSecond: CALLS / read(result, "seconds") };
  };
}
