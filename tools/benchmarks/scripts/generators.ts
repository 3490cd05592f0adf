/**
 * Our generator beside hey-api and kubb, on the components of GitHub's OpenAPI files: CPU seconds of generating and of type-checking the zod schemas (medians), and the
 * size of one schema in a browser bundle. Installs the others, in these versions, below node_modules/.cache; takes ours as it was built: `node tools/benchmarks/scripts/generators.ts`.
 */
import { globSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { type Contestant, contestants, outOf, prepare, work } from "./generator-contestants.ts";
import { type BigSpec, specs } from "./generator-specs.ts";
import { cpuSeconds, runNode } from "./run-node.ts";

const ROUNDS = 3;

const compile = ["node_modules/typescript/bin/tsc", "--strict", "--noEmit", "--skipLibCheck", "--target", "es2023"];
const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--allowImportingTsExtensions"];

prepare();
const none: readonly number[] = [];
const readings = specs.flatMap((spec) =>
  contestants.map((contestant) => ({ spec, contestant, generated: [...none], checked: [...none], errors: 0 })),
);
// In turn, so that a busy moment of the machine meets neighbours alike.
for (let round = 0; round < ROUNDS; round++) {
  for (const reading of readings) {
    const { spec, contestant, generated, checked } = reading;
    generated.push(cpuSeconds(contestant.generate(spec), work));
    const out = outOf(contestant, spec);
    const files = globSync(contestant.schemas, { cwd: out }).map((path) => join(out, path));
    const { seconds, output } = runNode([...compile, ...modules, ...files], work);
    checked.push(seconds);
    reading.errors = output.match(/error TS\d+:/g)?.length ?? 0;
  }
}
for (const { spec, contestant, generated, checked, errors } of readings) {
  const sizes = await sizeOf(contestant, spec);
  process.stdout.write(
    `${spec.name}, ${contestant.name}: generate ${median(generated)} s, type-check ${median(checked)} s with ${errors} errors, one schema ${sizes} KB\n`,
  );
}

/** Kilobytes of one schema in a bundle, compressed. */
async function sizeOf(contestant: Contestant, spec: BigSpec): Promise<string> {
  const [file, name] = contestant.one(spec.one);
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${name} } from ${JSON.stringify(join(outOf(contestant, spec), file))};`,
      resolveDir: work,
    },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  return (gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length / 1_024).toFixed(2);
}

function median(values: readonly number[]): string {
  const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return `${middle.toFixed(1)} (${values.map((value) => value.toFixed(1)).join(", ")})`;
}
