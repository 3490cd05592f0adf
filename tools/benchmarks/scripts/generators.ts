/**
 * Our generator beside hey-api and kubb, on the components of GitHub's OpenAPI files: CPU seconds of generating, of type-checking the zod schemas, and the size of one
 * schema in a browser bundle. Installs them, in these versions, below node_modules/.cache: `node tools/benchmarks/scripts/generators.ts`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = join(import.meta.dirname, "../../..");
const work = join(root, "node_modules/.cache/generators");
const packages = {
  "@hey-api/openapi-ts": "0.99.0",
  "@kubb/plugin-zod": "5.1.6",
  "@octokit/openapi-webhooks": "12.1.0",
  kubb: "5.2.0",
  typescript: "5.9.3",
  zod: "4.6.7",
};
const input = join(work, "webhooks.json");

interface Contestant {
  readonly name: string;
  /** Arguments of Node that generate into `out`. */
  readonly generate: (out: string) => readonly string[];
  /** The modules with zod schemas, below `out`. */
  readonly schemas: string;
  /** A module with one schema of one object without references. */
  readonly one: (out: string) => string;
}

const hey = `import { createClient } from "@hey-api/openapi-ts";
await createClient({ input: ${JSON.stringify(input)}, output: { path: process.argv[2] }, logs: { level: "silent" }, plugins: ["@hey-api/typescript", "zod"] });`;
const kubb = `import { defineConfig } from "kubb/config";
import { pluginZod } from "@kubb/plugin-zod";
export default defineConfig({ root: ".", input: ${JSON.stringify(input)}, output: { path: "out/kubb", clean: true }, plugins: [pluginZod({ output: { path: "zod" } })] });`;

const contestants: readonly Contestant[] = [
  {
    name: "hey-api",
    generate: (out) => ["hey.mjs", out],
    schemas: "zod.gen.ts",
    one: (out) => `export { zSimpleUser } from ${JSON.stringify(`${out}/zod.gen.ts`)};`,
  },
  {
    name: "kubb",
    generate: () => ["node_modules/kubb/bin/kubb.js", "generate", "--config", "kubb.config.mjs"],
    schemas: "zod/**/*.ts",
    one: (out) => `export { simpleUserSchema } from ${JSON.stringify(`${out}/zod/simpleUserSchema.ts`)};`,
  },
  {
    name: "a2akit",
    generate: (out) => [join(root, "tools/generator/src/bin.ts"), input, "--out", out],
    schemas: "schemas.ts",
    one: (out) => `export { simple_userSchema } from ${JSON.stringify(`${out}/schemas.ts`)};`,
  },
  {
    name: "a2akit, zod/mini",
    generate: (out) => [join(root, "tools/generator/src/bin.ts"), input, "--out", out],
    schemas: "mini.ts",
    one: (out) => `export { simple_userSchema } from ${JSON.stringify(`${out}/mini.ts`)};`,
  },
];

prepare();
for (const { name, generate, schemas, one } of contestants) {
  const out = join(work, "out", name.replaceAll(/\W+/g, "-"));
  const generated = cpuSeconds(generate(out));
  const files = globSync(schemas, { cwd: out }).map((path) => join(out, path));
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler"];
  const checked = cpuSeconds([
    "node_modules/typescript/bin/tsc",
    ...options,
    "--target",
    "es2023",
    "--allowImportingTsExtensions",
    ...files,
  ]);
  const { outputFiles } = await build({
    stdin: { contents: one(out), resolveDir: work },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  const size = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length / 1_024;
  process.stdout.write(
    `${name}: generate ${generated.toFixed(1)} s, type-check ${checked.toFixed(1)} s, one schema ${size.toFixed(1)} KB\n`,
  );
}

function prepare(): void {
  mkdirSync(work, { recursive: true });
  if (!existsSync(join(work, "node_modules/kubb"))) {
    writeFileSync(
      join(work, "package.json"),
      JSON.stringify({ private: true, type: "module", dependencies: packages }),
    );
    // kubb's plugin names a version of kubb that is not out yet.
    const flags = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel=error"];
    spawnSync("npm", ["install", ...flags], { cwd: work, stdio: "inherit" });
  }
  rmSync(join(work, "out"), { recursive: true, force: true });
  const file = join(work, "node_modules/@octokit/openapi-webhooks/generated/api.github.com.json");
  const { openapi, info, components } = JSON.parse(readFileSync(file, "utf8"));
  // The components alone: what the others make of the operations is not compared.
  writeFileSync(input, JSON.stringify({ openapi, info, paths: {}, components: { schemas: components.schemas } }));
  writeFileSync(join(work, "hey.mjs"), hey);
  writeFileSync(join(work, "kubb.config.mjs"), kubb);
}

/** User and system time of one run of Node; throws when it fails. */
function cpuSeconds(args: readonly string[]): number {
  const report =
    'process.on("exit", () => { const { user, system } = process.cpuUsage(); console.error("cpu", user + system); });';
  const preload = `data:text/javascript,${encodeURIComponent(report)}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", preload, ...args], {
    cwd: work,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const taken = /^cpu (\d+)$/m.exec(stderr)?.[1];
  if (status !== 0 || taken === undefined)
    throw new Error(`${args.join(" ")} failed:\n${stdout.slice(-2_000)}${stderr.slice(-2_000)}`);
  return Number(taken) / 1e6;
}
