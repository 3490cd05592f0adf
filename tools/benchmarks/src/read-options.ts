import { parseArgs } from "node:util";
import { type Benchmark, CONTESTANTS, type ContestantName, type Size } from "./benchmark.ts";
import { benchmarks } from "./benchmarks/index.ts";

export interface Options {
  readonly benchmarks: readonly Benchmark[];
  readonly contestants: readonly ContestantName[];
  readonly size: Size;
  readonly rounds: number;
  /** File for all readings. */
  readonly json?: string;
  /** Folder for CPU profiles of the servers. */
  readonly profile?: string;
}

const ROUNDS = { quick: 2, full: 5 };
const MAX_ROUNDS = 100;

/** @throws Error that names the argument and what it may be */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      json: { type: "string" },
      only: { type: "string", multiple: true, default: [] },
      rounds: { type: "string" },
      profile: { type: "string" },
    },
  });
  const size = values.quick ? "quick" : "full";
  return {
    benchmarks: pick(benchmarks, positionals, ({ name }) => name),
    contestants: pick(CONTESTANTS, values.only, (name) => name),
    size,
    rounds: values.rounds === undefined ? ROUNDS[size] : readRounds(values.rounds),
    ...(values.json !== undefined && { json: values.json }),
    ...(values.profile !== undefined && { profile: values.profile }),
  };
}

/** Those that are named, in the order of the table; all when none is. */
function pick<T>(all: readonly T[], names: readonly string[], nameOf: (item: T) => string): readonly T[] {
  const known = all.map(nameOf);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${known.join(", ")}`);
  return names.length === 0 ? all : all.filter((item) => names.includes(nameOf(item)));
}

function readRounds(text: string): number {
  const rounds = Number(text);
  if (Number.isInteger(rounds) && rounds >= 1 && rounds <= MAX_ROUNDS) return rounds;
  throw new Error(`--rounds "${text}" is not a number from 1 to ${MAX_ROUNDS}`);
}
