import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
/** Where they are installed, and what they read and write lies. */
export const work = join(root, "node_modules/.cache/generators");
const packages = {
  "@hey-api/openapi-ts": "0.99.0",
  "@kubb/plugin-zod": "5.1.6",
  "@octokit/openapi-webhooks": "12.1.0",
  kubb: "5.2.0",
  typescript: "5.9.3",
  zod: "4.6.7",
};
/** The OpenAPI file that all of them read. */
export const input = join(work, "webhooks.json");

export interface Contestant {
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

/** As it is published: built by `pnpm build`. */
const own = join(root, "tools/generator/dist/bin.js");

export const contestants: readonly Contestant[] = [
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
    generate: (out) => [own, input, "--out", out],
    schemas: "schemas.ts",
    one: (out) => `export { simple_userSchema } from ${JSON.stringify(`${out}/schemas.ts`)};`,
  },
  {
    name: "a2akit, zod alone",
    generate: (out) => [own, input, "--out", out, "--emit", "schemas"],
    schemas: "schemas.ts",
    one: (out) => `export { simple_userSchema } from ${JSON.stringify(`${out}/schemas.ts`)};`,
  },
  {
    name: "a2akit, zod/mini alone",
    generate: (out) => [own, input, "--out", out, "--emit", "mini"],
    schemas: "mini.ts",
    one: (out) => `export { simple_userSchema } from ${JSON.stringify(`${out}/mini.ts`)};`,
  },
];

/** Installs the others, in these versions, where they are not yet, and writes what all read. */
export function prepare(): void {
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

/** User and system time of one run of Node, where the contestants are; throws when it fails. */
export function cpuSeconds(args: readonly string[]): number {
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
