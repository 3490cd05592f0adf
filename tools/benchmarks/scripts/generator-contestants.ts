import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BigSpec, fetchSpec, inputOf, specs } from "./generator-specs.ts";

const root = join(import.meta.dirname, "../../..");
/** Where they are installed, and what they read and write lies. */
export const work = join(root, "node_modules/.cache/generators");
const packages = {
  "@hey-api/openapi-ts": "0.99.0",
  "@kubb/plugin-zod": "5.1.6",
  kubb: "5.2.0",
  typescript: "5.9.3",
  zod: "4.6.7",
};

export interface Contestant {
  readonly name: string;
  /** Arguments of Node that generate into {@link outOf}. */
  readonly generate: (spec: BigSpec) => readonly string[];
  /** The modules with zod schemas, in that folder. */
  readonly schemas: string;
  /** The module and the export of a component. */
  readonly one: (component: string) => readonly [file: string, name: string];
}

const hey = `import { createClient } from "@hey-api/openapi-ts";
const [input, path] = process.argv.slice(2);
await createClient({ input, output: { path }, logs: { level: "silent" }, plugins: ["@hey-api/typescript", "zod"] });`;
const kubb = (input: string, out: string) => `import { defineConfig } from "kubb/config";
import { pluginZod } from "@kubb/plugin-zod";
export default defineConfig({ root: ".", input: ${JSON.stringify(input)}, output: { path: ${JSON.stringify(out)}, clean: true }, plugins: [pluginZod({ output: { path: "zod" } })] });`;

/** As it is published: built by `pnpm build`. */
const bin = join(root, "tools/generator/dist/bin.js");

function own(what: string, file: string, ...flags: readonly string[]): Contestant {
  const contestant: Contestant = {
    name: what === "" ? "a2akit" : `a2akit, ${what} alone`,
    generate: (spec) => [bin, inputOf(spec, work), "--out", outOf(contestant, spec), ...flags],
    schemas: file,
    one: (component) => [file, `${component.replaceAll("-", "_")}Schema`],
  };
  return contestant;
}

const heyApi: Contestant = {
  name: "hey-api",
  generate: (spec) => ["hey.mjs", inputOf(spec, work), outOf(heyApi, spec)],
  schemas: "zod.gen.ts",
  one: (component) => ["zod.gen.ts", `z${camelCase(`-${component}`)}`],
};

const kubbZod: Contestant = {
  name: "kubb",
  generate: ({ name }) => ["node_modules/kubb/bin/kubb.js", "generate", "--config", `kubb-${name}.config.mjs`],
  schemas: "zod/**/*.ts",
  one: (component) => [`zod/${camelCase(component)}Schema.ts`, `${camelCase(component)}Schema`],
};

export const contestants: readonly Contestant[] = [
  heyApi,
  kubbZod,
  own("", "schemas.ts"),
  own("zod", "schemas.ts", "--emit", "schemas"),
  own("zod/mini", "mini.ts", "--emit", "mini"),
];

export function outOf({ name }: Contestant, spec: BigSpec): string {
  return join(work, "out", spec.name, name.replaceAll(/\W+/g, "-"));
}

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
    execFileSync("npm", ["install", ...flags], { cwd: work, stdio: "inherit" });
  }
  rmSync(join(work, "out"), { recursive: true, force: true });
  writeFileSync(join(work, "hey.mjs"), hey);
  for (const spec of specs) {
    fetchSpec(spec, work);
    const config = kubb(inputOf(spec, work), join("out", spec.name, "kubb"));
    writeFileSync(join(work, `kubb-${spec.name}.config.mjs`), config);
  }
}

function camelCase(component: string): string {
  return component.replaceAll(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}
