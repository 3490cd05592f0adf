import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Installation } from "./installation.ts";
import { run } from "./run.ts";
import type { TypeScriptLine } from "./toolchain.ts";

/** Milliseconds, with room for a busy machine. */
const TIMEOUT = 120_000;

/** What a user writes beside a generated folder: a client and a server of the dialect, and the types. */
const uses = `import { createClient } from "@a2akit/client";
import { createA2AHandler } from "@a2akit/server";
import { acme } from "./dialect.js";
import { methodSchemas as mini } from "./mini.js";
import { methodSchemas } from "./schemas.js";
import type { MethodMap } from "./types.js";

const card = { name: "Acme", description: "An agent", version: "1.0.0" };
export const handler = createA2AHandler({ agent: async ({ text }) => text, card, mounts: [{ dialect: acme }] });
export const client = createClient("https://acme.example/", { dialects: [acme] });
export const one: MethodMap["GetTask"]["result"] = methodSchemas.GetTask.result.parse({});
export const other: MethodMap["GetTask"]["result"] = mini.GetTask.result.parse({});
// @ts-expect-error a task has an id
export const none: MethodMap["GetTask"]["result"] = {};
`;

/** Has the installed generator make a folder of a vendor's file, as a user does, and puts a program that uses it beside. Resolves to the folder. */
export async function generateFolder({ project, toolchain }: Installation): Promise<string> {
  const cwd = project("everything");
  cpSync(join(import.meta.dirname, "../../../specs/moltrust"), join(cwd, "vendor"), { recursive: true });
  const command = join(cwd, "node_modules/@a2akit/generator/dist/bin.js");
  const args = [command, "vendor/openapi.yaml", "--out", "acme"];
  await run({ command: toolchain.node("24.21"), args, cwd, purpose: "generate a folder", timeout: TIMEOUT });
  const folder = join(cwd, "acme");
  writeFileSync(join(folder, "uses.ts"), uses);
  return folder;
}

/** Compiles everything in such a folder, strictly; rejects with what tsc said. */
export async function compileFolder(
  folder: string,
  { toolchain }: Installation,
  { typescript, options }: { readonly typescript: TypeScriptLine; readonly options: object },
): Promise<void> {
  const config = join(folder, `tsconfig.${typescript}.json`);
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...options, noEmit: true }, files }, null, 2));
  const args = [toolchain.tsc(typescript), "-p", config];
  const purpose = `compile a generated folder with TypeScript ${typescript}`;
  await run({ command: toolchain.node("24.21"), args, cwd: folder, purpose, timeout: TIMEOUT });
}
