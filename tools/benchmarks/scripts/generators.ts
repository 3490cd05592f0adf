/**
 * Our generator beside hey-api and kubb, on the components of GitHub's OpenAPI files: CPU seconds of generating and of type-checking the zod schemas (medians), and the
 * size of one schema in a browser bundle. Installs the others, in these versions, below node_modules/.cache; takes ours as it was built: `node tools/benchmarks/scripts/generators.ts`.
 */
import { globSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { type Contestant, contestants, cpuSeconds, prepare, work } from "./generator-contestants.ts";

const ROUNDS = 3;

const compile = ["node_modules/typescript/bin/tsc", "--strict", "--noEmit", "--skipLibCheck", "--target", "es2023"];
const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--allowImportingTsExtensions"];

prepare();
const none: readonly number[] = [];
const readings = contestants.map((contestant) => ({ contestant, generated: [...none], checked: [...none] }));
// In turn, so that a busy moment of the machine meets neighbours alike.
for (let round = 0; round < ROUNDS; round++) {
  for (const { contestant, generated, checked } of readings) {
    const out = outOf(contestant);
    generated.push(cpuSeconds(contestant.generate(out)));
    checked.push(
      cpuSeconds([
        ...compile,
        ...modules,
        ...globSync(contestant.schemas, { cwd: out }).map((path) => join(out, path)),
      ]),
    );
  }
}
for (const { contestant, generated, checked } of readings) {
  const { outputFiles } = await build({
    stdin: { contents: contestant.one(outOf(contestant)), resolveDir: work },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  const size = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length / 1_024;
  process.stdout.write(
    `${contestant.name}: generate ${median(generated)} s, type-check ${median(checked)} s, one schema ${size.toFixed(1)} KB\n`,
  );
}

function outOf({ name }: Contestant): string {
  return join(work, "out", name.replaceAll(/\W+/g, "-"));
}

function median(values: readonly number[]): string {
  const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return `${middle.toFixed(1)} (${values.map((value) => value.toFixed(1)).join(", ")})`;
}
