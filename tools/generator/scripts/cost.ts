/**
 * What type-checking the emitted schemas costs, and the CPU seconds of generating everything from all specs in one process, against one run of openapi-typescript's own command
 * per spec: `node tools/generator/scripts/cost.ts`. Exits 1 when the generator takes more.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readManifest } from "../src/manifest.ts";

const ROUNDS = 5;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const cli = join(dirname(createRequire(import.meta.url).resolve("openapi-typescript/package.json")), "bin/cli.js");
const generator = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
const { entries } = await readManifest(join(root, "specs"));

/** Lets a child say what it took, user and system together, in microseconds. */
const report =
  'process.on("exit", () => { const { user, system } = process.cpuUsage(); console.error("cpu", user + system); });';

function cpuSeconds(script: string, ...args: string[]): number {
  const preload = `data:text/javascript,${encodeURIComponent(report)}`;
  const { status, stderr } = spawnSync(process.execPath, ["--import", preload, script, ...args], { encoding: "utf8" });
  const taken = /^cpu (\d+)$/m.exec(stderr)?.[1];
  if (taken === undefined || status === null || status > 1)
    throw new Error(`${script} ${args.join(" ")} failed: ${stderr}`);
  return Number(taken) / 1e6;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** What the compiler had to instantiate for one package; throws when it finds an error. */
function instantiations(project: string): string {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", join(root, project), "--extendedDiagnostics"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stdout);
  return /Instantiations:\s+(\d+)/.exec(stdout)?.[1] ?? "?";
}

const own: number[] = [];
const theirs: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  own.push(cpuSeconds(generator, "--check"));
  const runs = entries.map(({ file }) =>
    cpuSeconds(cli, join(root, "specs", file), "--output", join(root, "node_modules/.cache/cost.ts")),
  );
  theirs.push(runs.reduce((sum, seconds) => sum + seconds, 0));
}

for (const project of ["packages/types", "packages/schemas"]) {
  process.stdout.write(`${project}: no errors, ${instantiations(project)} instantiations\n`);
}
const [mine, other] = [median(own), median(theirs)];
process.stdout.write(
  `generator, ${entries.length} specs in one process: ${mine.toFixed(2)} s CPU\nopenapi-typescript, ${entries.length} runs: ${other.toFixed(2)} s CPU\nratio ${(mine / other).toFixed(2)} (median of ${ROUNDS})\n`,
);
process.exitCode = mine > other ? 1 : 0;
