import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Consumer, consumers } from "./consumers.ts";
import type { Installation } from "./installation.ts";
import { run } from "./run.ts";
import type { TypeScriptLine } from "./toolchain.ts";

/** The two ways in which current projects resolve an `exports` map. */
export const resolutions = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
} as const;
type Resolution = keyof typeof resolutions;

/** What the consumer's world is made of: Node's types, or a browser's or worker's. */
export const platforms = {
  node: { lib: ["es2023"], types: ["node"] },
  web: { lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], types: [] },
} as const;
export type Platform = keyof typeof platforms;

/** Every declaration file is checked but TypeScript's own. */
export const strict = {
  target: "es2023",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  noEmitOnError: true,
  rootDir: ".",
};

export interface Compilation {
  readonly consumer: Consumer;
  readonly typescript: TypeScriptLine;
  readonly resolution: Resolution;
}

/** Milliseconds. */
const COMPILE_TIMEOUT = 120_000;

/**
 * Compiles consumers, the declarations of all packages included. Those of one project and platform go together, once per compiler and
 * resolution. Resolves to the path of the consumer's JavaScript; rejects with what tsc said.
 */
export function createCompiler(installation: Installation): (compilation: Compilation) => Promise<string> {
  const outputs = new Map<string, Promise<string>>();
  return async ({ consumer, typescript, resolution }) => {
    const unit = `${consumer.platform}-${typescript}-${resolution}`;
    const folder = installation.project(consumer.project);
    const key = join(folder, unit);
    const output = outputs.get(key) ?? compile();
    outputs.set(key, output);
    return join(await output, `${consumer.name}.js`);

    async function compile(): Promise<string> {
      const outDir = join(folder, "out", unit);
      const together = consumers.filter(
        ({ project, platform }) => project === consumer.project && platform === consumer.platform,
      );
      const files = together.map(({ name }) => `${name}.ts`);
      const compilerOptions = { ...strict, ...resolutions[resolution], ...platforms[consumer.platform], outDir };
      const config = join(folder, `tsconfig.${unit}.json`);
      writeFileSync(config, JSON.stringify({ compilerOptions, files }, null, 2));
      await run({
        command: installation.toolchain.node("24.21"),
        args: [installation.toolchain.tsc(typescript), "-p", config],
        cwd: folder,
        purpose: `compile ${files.join(" and ")} with TypeScript ${typescript} under ${resolution}`,
        timeout: COMPILE_TIMEOUT,
      });
      return outDir;
    }
  };
}
