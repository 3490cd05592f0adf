import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "./consumers.ts";
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
const platforms = {
  node: { lib: ["es2023"], types: ["node"] },
  web: { lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], types: [] },
} as const;
export type Platform = keyof typeof platforms;

export interface Compilation {
  /** `<name>.ts` in the project is compiled. */
  readonly name: string;
  readonly project: Project;
  readonly platform: Platform;
  readonly typescript: TypeScriptLine;
  readonly resolution: Resolution;
}

/** Milliseconds. */
const COMPILE_TIMEOUT = 120_000;

/**
 * Compiles one consumer, the declarations of all packages included, in its project. Resolves to the path of the JavaScript; rejects with
 * what tsc said.
 */
export async function compile(compilation: Compilation, { project, toolchain }: Installation): Promise<string> {
  const { name, platform, typescript, resolution } = compilation;
  const folder = project(compilation.project);
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
    outDir: `out/${typescript}-${resolution}`,
  };
  const config = join(folder, `tsconfig.${name}-${typescript}-${resolution}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }, null, 2));
  await run({
    command: toolchain.node("24.21"),
    args: [toolchain.tsc(typescript), "-p", config],
    cwd: folder,
    purpose: `compile ${name}.ts with TypeScript ${typescript} under ${resolution}`,
    timeout: COMPILE_TIMEOUT,
  });
  return join(folder, compilerOptions.outDir, `${name}.js`);
}
