import type { Benchmark, ContestantName, Readings, Started, StartOptions } from "./benchmark.ts";

export interface RunOptions extends StartOptions {
  readonly rounds: number;
  readonly contestants: readonly ContestantName[];
  onSlice(contestant: ContestantName, round: number, readings: Readings): void;
}

/** Contestant → its readings, slice by slice; slice `i` of all was measured one directly after the other. */
export type Samples = Readonly<Partial<Record<ContestantName, readonly Readings[]>>>;

/** Every round starts all contestants in fresh processes and measures them in turn: A B C, A B C, … */
export async function runBenchmark(benchmark: Benchmark, options: RunOptions): Promise<Samples> {
  const samples = new Map<ContestantName, Readings[]>(options.contestants.map((name) => [name, []]));
  for (let round = 0; round < options.rounds; round += 1) {
    for (const [name, readings] of await runRound(benchmark, options, round)) samples.get(name)?.push(readings);
  }
  return Object.fromEntries(samples);
}

async function runRound(
  benchmark: Benchmark,
  options: RunOptions,
  round: number,
): Promise<readonly (readonly [ContestantName, Readings])[]> {
  const started = new Map<ContestantName, Started>();
  const samples: [ContestantName, Readings][] = [];
  try {
    for (const name of options.contestants) started.set(name, await benchmark.start(name, options));
    for (let slice = 0; slice < benchmark.slices[options.size]; slice += 1) {
      for (const [name, { measure }] of started) {
        const readings = await measure();
        samples.push([name, readings]);
        options.onSlice(name, round, readings);
      }
    }
  } catch (error) {
    throw new Error(`${benchmark.name}, round ${round + 1}`, { cause: error });
  } finally {
    await Promise.all([...started.values()].map(({ stop }) => stop()));
  }
  return samples;
}
