import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.ts";
import type { Toolchain, TypeScriptLine } from "./toolchain.ts";

/** The two ways in which current projects resolve an `exports` map. */
export const resolutions = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
} as const;
export type Resolution = keyof typeof resolutions;

/** What the consumer's world is made of: Node's types, or a browser's or worker's. */
export const platforms = {
  node: { lib: ["es2023"], types: ["node"] },
  web: { lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], types: [] },
} as const;
export type Platform = keyof typeof platforms;

export interface Compilation {
  /** Absolute path of a project with its dependencies installed. */
  readonly project: string;
  /** Paths below the project. */
  readonly files: readonly string[];
  readonly platform: Platform;
  readonly typescript: TypeScriptLine;
  readonly resolution: Resolution;
}

/** Milliseconds. */
const COMPILE_TIMEOUT = 60_000;

/** Compiles the files, declarations of all packages included, and resolves to the folder of the JavaScript; rejects with what tsc said. */
export async function compile(compilation: Compilation, toolchain: Toolchain): Promise<string> {
  const { project, files, platform, typescript, resolution } = compilation;
  const name = `${platform}-${typescript}-${resolution}`;
  const compilerOptions = {
    ...resolutions[resolution],
    ...platforms[platform],
    target: "es2023",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    noEmitOnError: true,
    rootDir: ".",
    outDir: `out/${name}`,
  };
  const config = join(project, `tsconfig.${name}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files }, null, 2));
  await run({
    command: toolchain.node("24"),
    args: [toolchain.tsc(typescript), "-p", config],
    cwd: project,
    purpose: `compile ${files.join(", ")} with TypeScript ${typescript} under ${resolution}`,
    timeout: COMPILE_TIMEOUT,
  });
  return join(project, compilerOptions.outDir);
}
