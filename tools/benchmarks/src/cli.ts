import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { benchmarks } from "./benchmarks/index.ts";
import { contestants, OURS } from "./contestants/index.ts";
import { evaluate, type Result } from "./report.ts";
import { runBenchmark } from "./run-benchmark.ts";
import { format, renderTable } from "./table.ts";

const ROUNDS = { quick: 2, full: 5 };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "string" },
    only: { type: "string", multiple: true },
    rounds: { type: "string" },
    profile: { type: "string" },
  },
});

const pick = <T extends { name: string }>(all: readonly T[], names: readonly string[] | undefined): readonly T[] => {
  const unknown = names?.find((name) => all.every((one) => one.name !== name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${all.map((one) => one.name).join(", ")}`);
  return names?.length ? all.filter((one) => names.includes(one.name)) : all;
};

const size = options.quick ? "quick" : "full";
const rounds = options.rounds === undefined ? ROUNDS[size] : Number(options.rounds);
const chosen = pick(contestants, options.only);
const results: Result[] = [];
for (const benchmark of pick(benchmarks, positionals)) {
  const samples = await runBenchmark(benchmark, {
    size,
    rounds,
    contestants: chosen,
    flags: options.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${options.profile}`],
    onSlice(contestant, round, readings) {
      const numbers = Object.entries(readings).map(([name, value]) => `${name} ${format(value)}`);
      process.stderr.write(`${benchmark.name} ${round + 1}/${rounds} ${contestant}: ${numbers.join(", ")}\n`);
    },
  });
  results.push(...evaluate(benchmark, samples, OURS));
}

process.stdout.write(
  `${renderTable(
    results,
    chosen.map(({ name }) => name),
  )}\n`,
);
if (options.json !== undefined) {
  const machine = { node: process.version, platform: process.platform, cpus: cpus().length };
  const report = { date: new Date().toISOString(), ...machine, size, rounds, results };
  writeFileSync(options.json, `${JSON.stringify(report, undefined, 2)}\n`);
}
if (results.some(({ pass }) => pass === false)) process.exitCode = 1;
