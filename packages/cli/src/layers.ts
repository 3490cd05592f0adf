import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { agentFileNames } from "./agent-file-names.ts";
import { usageError } from "./cli-error.ts";
import { type EnvFile, readEnvFile } from "./env-file.ts";
import type { Io } from "./io.ts";
import { variableOf } from "./options.ts";
import type { Token } from "./tokenize.ts";

/** One place that settings come from. */
export interface Layer {
  /** `environment`, or the path of a file. */
  readonly source: string;
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** Where settings come from, the strongest first; flags beat all of them, defaults none (CONFIG_002). */
export interface Layers {
  readonly layers: readonly Layer[];
  /** Why a command must not run with them. */
  readonly problems: readonly Error[];
  readonly warnings: readonly string[];
}

type Env = Io["env"];

/** Environment, local file, the agent's own file, global file. Only the names of this tool are taken from files. */
export function readLayers(tokens: readonly Token[], { env, cwd }: Pick<Io, "env" | "cwd">): Layers {
  const environment: Layer = { source: "environment", values: env };
  const folder = configFolder(env);
  const local = localFile(tokens, { env, cwd });
  const global = folder === undefined ? undefined : readEnvFile(join(folder, ".env"));
  const reference = lastFlag(tokens, "agent-card") ?? mergeLayers([environment, ...layersOf([local, global])])[AGENT];
  const own = folder === undefined || !reference ? undefined : agentFile(folder, reference);
  const files = [local, own, global];
  return {
    layers: [environment, ...layersOf(files)],
    problems: files.flatMap((file) => file?.problems ?? []),
    warnings: files.flatMap((file) => file?.warnings ?? []),
  };
}

/** One environment of all layers: the first that says something has the word. */
export function mergeLayers(layers: readonly Layer[]): Env {
  const merged: Record<string, string | undefined> = {};
  for (const { values } of layers.toReversed()) {
    for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== "") merged[name] = value;
  }
  return merged;
}

/** The source of a variable's value. */
export function sourceOf(variable: string, layers: readonly Layer[]): string | undefined {
  return layers.find(({ values }) => (values[variable] ?? "") !== "")?.source;
}

/** `~/.config/a2a-cli`, or below XDG_CONFIG_HOME; undefined for a user without a home. */
export function configFolder({ XDG_CONFIG_HOME, HOME, USERPROFILE }: Env): string | undefined {
  const home = HOME || USERPROFILE;
  const base = XDG_CONFIG_HOME || (home && join(home, ".config"));
  return base ? join(base, "a2a-cli") : undefined;
}

const AGENT = variableOf("agent-card");
const CONFIG = variableOf("config");

function layersOf(files: readonly (EnvFile | undefined)[]): Layer[] {
  return files.flatMap((file) => (file ? [{ source: file.path, values: file.values }] : []));
}

/** `--config`, or the nearest `.env` on the way up. */
function localFile(tokens: readonly Token[], { env, cwd }: Pick<Io, "env" | "cwd">): EnvFile | undefined {
  const named = lastFlag(tokens, "config") ?? env[CONFIG];
  if (named) {
    const path = resolve(cwd, named);
    const missing = { path, values: {}, problems: [usageError(`--config: there is no ${path}`)], warnings: [] };
    return readEnvFile(path) ?? missing;
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, ".env");
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) return isTrusted(stats.uid) ? readEnvFile(path) : ignored(path);
    if (folder === dirname(folder)) return undefined;
  }
}

/** A file of somebody else, in a folder that many may write to, could name an agent that collects credentials. */
function isTrusted(owner: number): boolean {
  const user = process.getuid?.();
  return user === undefined || owner === user || owner === 0;
}

function ignored(path: string): EnvFile {
  return {
    path,
    values: {},
    problems: [],
    warnings: [`${path} is not yours and is ignored; --config '${path}' uses it`],
  };
}

/** What is said for one agent alone; it cannot say which agent is meant. */
function agentFile(folder: string, reference: string): EnvFile | undefined {
  for (const name of agentFileNames(reference)) {
    const file = readEnvFile(join(folder, "agents", name));
    if (!file) continue;
    const { [AGENT]: _, ...values } = file.values;
    return { ...file, values };
  }
  return undefined;
}

function lastFlag(tokens: readonly Token[], name: string): string | undefined {
  const last = tokens.findLast((token) => token.kind === "flag" && token.name === name);
  return last?.kind === "flag" ? last.value : undefined;
}
