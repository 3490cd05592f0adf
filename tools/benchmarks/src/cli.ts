import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { type Options, readOptions } from "./read-options.ts";
import { evaluate, type Result } from "./report.ts";
import { runBenchmark } from "./run-benchmark.ts";
import { format, renderTable } from "./table.ts";

const USAGE = 2;

let options: Options | undefined;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = USAGE;
}
if (options) await bench(options);

async function bench({ benchmarks, contestants, size, rounds, json, profile }: Options): Promise<void> {
  const results: Result[] = [];
  for (const benchmark of benchmarks) {
    const samples = await runBenchmark(benchmark, {
      size,
      rounds,
      contestants,
      flags: profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`],
      onSlice(contestant, round, readings) {
        const numbers = Object.entries(readings).map(([name, value]) => `${name} ${format(value)}`);
        process.stderr.write(`${benchmark.name} ${round + 1}/${rounds} ${contestant}: ${numbers.join(", ")}\n`);
      },
    });
    results.push(...evaluate(benchmark, samples));
  }
  process.stdout.write(`${renderTable(results, contestants)}\n`);
  if (json !== undefined)
    writeFileSync(json, `${JSON.stringify({ ...about(), size, rounds, results }, undefined, 2)}\n`);
  if (results.some(({ pass }) => pass === false)) process.exitCode = 1;
}

/** The class of the machine, without which no number means anything. */
function about() {
  const platform = `${process.platform} ${process.arch}`;
  return { date: new Date().toISOString(), node: process.version, platform, cores: availableParallelism() };
}
