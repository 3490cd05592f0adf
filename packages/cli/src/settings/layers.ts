import { dirname, join, resolve } from "node:path";
import { usageError } from "../cli-error.ts";
import { variableOf } from "../command-line/options.ts";
import type { Token } from "../command-line/tokenize.ts";
import { findStats } from "../files/find-stats.ts";
import { FileError } from "../files/read-limited.ts";
import type { Io } from "../io.ts";
import { agentFileNames } from "./agent-file-names.ts";
import { type EnvFile, readEnvFile } from "./env-file.ts";

/** One place that settings come from. */
export interface Layer {
  /** `environment`, or the path of a file. */
  readonly source: string;
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** Where settings come from, the strongest first; flags beat all of them, defaults none (CONFIG_002). */
export interface Layers {
  readonly layers: readonly Layer[];
  /** Why the file that was named cannot be read: no command that uses settings runs without what it was told to use. */
  readonly fault?: Error;
  /** Why a command must not run with them. */
  readonly problems: readonly Error[];
  readonly warnings: readonly string[];
}

type Env = Io["env"];

type World = Pick<Io, "env" | "cwd" | "signal">;

/**
 * Environment, local file, the agent's own file, global file. Only the names of this tool are taken from files. Rejects with the reason of the
 * signal, where a pipe was waited for.
 */
export async function readLayers(tokens: readonly Token[], { env, cwd, signal }: World): Promise<Layers> {
  const environment: Layer = { source: "environment", values: env };
  const folder = configFolder(env);
  // An empty variable is none; `--config ""` names something that is not there.
  const named = lastFlag(tokens, "config") ?? (env[CONFIG] || undefined);
  const local = await (named === undefined ? nearestFile(cwd, signal) : namedFile(resolve(cwd, named), signal));
  const global = folder === undefined ? undefined : await foundFile(join(folder, ".env"), signal);
  const reference = lastFlag(tokens, "agent-card") ?? mergeLayers([environment, ...layersOf([local, global])])[AGENT];
  const own = folder === undefined || !reference ? undefined : await agentFile(folder, reference, signal);
  const files = [local, own, global];
  return {
    layers: [environment, ...layersOf(files)],
    ...(local?.fault && { fault: local.fault }),
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

interface LayerFile extends EnvFile {
  readonly fault?: Error;
}

/** That of `--config`: whoever names a file wants what it says. */
async function namedFile(path: string, signal: AbortSignal): Promise<LayerFile> {
  try {
    return await readEnvFile(path, signal);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const fault = usageError(`--config: ${error.code === "ENOENT" ? `there is no ${path}` : error.message}`);
    return { path, values: {}, problems: [], warnings: [], fault };
  }
}

/** One that may be there. */
async function foundFile(path: string, signal: AbortSignal): Promise<LayerFile | undefined> {
  try {
    return await readEnvFile(path, signal);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    return { path, values: {}, problems: [usageError(error.message)], warnings: [] };
  }
}

/** The nearest `.env` on the way up. */
async function nearestFile(cwd: string, signal: AbortSignal): Promise<LayerFile | undefined> {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, ".env");
    const stats = findStats(path);
    if (stats?.isFile()) return isTrusted(stats.uid) ? foundFile(path, signal) : ignored(path);
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
async function agentFile(folder: string, reference: string, signal: AbortSignal): Promise<EnvFile | undefined> {
  for (const name of agentFileNames(reference)) {
    const file = await foundFile(join(folder, "agents", name), signal);
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
