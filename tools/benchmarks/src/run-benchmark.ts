import type { Bench, Benchmark, Contestant, Readings, Size } from "./benchmark.ts";
import { read } from "./benchmarks/cost.ts";
import type { Keeping } from "./contestants/serve.ts";
import { startChild } from "./processes/child.ts";

export interface RunOptions {
  readonly size: Size;
  readonly rounds: number;
  readonly contestants: readonly Contestant[];
  /** Flags of Node for the servers. */
  readonly flags?: readonly string[];
  onSlice(contestant: string, round: number, readings: Readings): void;
}

/** Contestant → its readings, slice by slice; slice `i` of all was measured one directly after the other. */
export type Samples = Readonly<Record<string, readonly Readings[]>>;

/** Every round starts fresh processes for all contestants, warms them up, and measures them in turn: A B C, A B C, … */
export async function runBenchmark(benchmark: Benchmark, options: RunOptions): Promise<Samples> {
  const samples: Record<string, Readings[]> = Object.fromEntries(options.contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < options.rounds; round += 1) {
    for (const [name, readings] of await runRound(benchmark, options, round)) samples[name]?.push(readings);
  }
  return samples;
}

async function runRound(benchmark: Benchmark, options: RunOptions, round: number): Promise<[string, Readings][]> {
  const stops: (() => Promise<void>)[] = [];
  const samples: [string, Readings][] = [];
  try {
    const measures: [string, () => Promise<Readings>][] = [];
    for (const contestant of options.contestants) {
      const { bench, stop } = start(contestant, benchmark.keeping, options.flags);
      stops.push(stop);
      measures.push([contestant.name, await benchmark.prepare(await bench(options.size))]);
    }
    for (let slice = 0; slice < benchmark.slices[options.size]; slice += 1) {
      for (const [name, measure] of measures) {
        const readings = await measure();
        samples.push([name, readings]);
        options.onSlice(name, round, readings);
      }
    }
  } catch (error) {
    throw new Error(`${benchmark.name}, round ${round + 1}`, { cause: error });
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
  return samples;
}

function start({ module, longStreams }: Contestant, keeping: Keeping, flags: readonly string[] | undefined) {
  const args = [module, keeping];
  const server = startChild(new URL("processes/server.ts", import.meta.url), args, flags);
  const load = startChild(new URL("processes/load.ts", import.meta.url), []);
  return {
    async bench(size: Size): Promise<Bench> {
      const port = read(await server.ask({ ask: "port" }), "port");
      return { size, server, load, port, url: `http://127.0.0.1:${port}/`, longStreams };
    },
    stop: async () => {
      await Promise.all([load.stop(), server.stop()]);
    },
  };
}
