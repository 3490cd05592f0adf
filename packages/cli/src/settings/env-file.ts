import { parseEnv } from "node:util";
import { usageError } from "../cli-error.ts";
import { optionRows, secretVariables, variableOf } from "../command-line/options.ts";
import { didYouMean } from "../command-line/suggest.ts";
import { readLimited } from "../files/read-limited.ts";

/** Bytes that a `.env` file may have. */
export const MAX_ENV_FILE_BYTES = 1_048_576;

/** What a `.env` file says to this tool. */
export interface EnvFile {
  readonly path: string;
  /** Its `A2ACLI_…` lines; what else it holds is for others. */
  readonly values: Readonly<Record<string, string>>;
  /** Why it must not be used: a CliError each. */
  readonly problems: readonly Error[];
  readonly warnings: readonly string[];
}

const PREFIX = "A2ACLI_";
/** Permissions of others than the owner. */
const OTHERS = 0o077;

const variables: readonly string[] = Object.entries(optionRows).flatMap(([name, { flagOnly }]) =>
  flagOnly ? [] : [variableOf(name)],
);

/** Reads a `.env` file. Rejects with FileError where there is none, or it cannot be read, and with the signal's reason. */
export async function readEnvFile(path: string, signal: AbortSignal): Promise<EnvFile> {
  const { bytes, mode } = await readLimited(path, { limit: MAX_ENV_FILE_BYTES, signal });
  const entries = Object.entries(parseEnv(bytes.toString("utf8"))).filter(([name]) => name.startsWith(PREFIX));
  const values = Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  return { path, values, problems: exposed(path, { values, mode }), warnings: unknownNames(path, values) };
}

/** A secret that others can read is none (CONFIG_001). Windows has no such permissions. */
function exposed(path: string, { values, mode }: { values: object; mode: number }): Error[] {
  if (process.platform === "win32" || (mode & OTHERS) === 0) return [];
  const secrets = secretVariables.filter((name) => Object.hasOwn(values, name));
  if (secrets.length === 0) return [];
  return [usageError(`${path} holds ${secrets.join(", ")}, and others can read it`, `chmod 600 '${path}'`)];
}

function unknownNames(path: string, values: object): string[] {
  const unknown = Object.keys(values).filter((name) => !variables.includes(name));
  return unknown.map((name) => `${path}: there is no ${name}${didYouMean(name, variables)}`);
}
