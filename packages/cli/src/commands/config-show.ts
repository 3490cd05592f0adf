import { readdirSync } from "node:fs";
import { join } from "node:path";
import { tokenFolder } from "../auth/token-folder.ts";
import type { OptionRow } from "../command-line/option-row.ts";
import { type OptionName, optionRows, variableOf } from "../command-line/options.ts";
import type { Context } from "../context.ts";
import { document, line } from "../output/output.ts";
import { withoutPassword } from "../output/redact.ts";
import { agentFileNames } from "../settings/agent-file-names.ts";
import { configFolder, sourceOf } from "../settings/layers.ts";

interface Setting {
  readonly value: string;
  /** `flag`, `environment`, the path of a file, or `default`. */
  readonly source: string;
}

/** `a2a config show`: what stands, and where it comes from (CONFIG_002); changes nothing. */
export async function configShow(context: Context): Promise<void> {
  const { invocation, io } = context;
  const settings = settingsOf(context);
  const files = filesOf(context);
  if (invocation.values.output === "json") {
    io.stdout.write(document({ settings: Object.fromEntries(settings), ...files }));
    return;
  }
  for (const [name, { value, source }] of settings) io.stdout.write(line(name, `${value} (${source})`));
  for (const file of files.read) io.stdout.write(line("File", file));
  for (const file of files.possible) io.stdout.write(line("Possible file", file));
  for (const file of files.tokens) io.stdout.write(line("Token file", file));
}

function settingsOf({ invocation: { tokens }, io: { env }, layers }: Context): [OptionName, Setting][] {
  return (Object.keys(optionRows) as OptionName[]).flatMap((name): [OptionName, Setting][] => {
    const row: OptionRow = optionRows[name];
    if (row.flagOnly) return [];
    const flag = tokens.findLast((token) => token.kind === "flag" && token.name === name);
    const variable = variableOf(name);
    const given = flag?.kind === "flag" ? (flag.value ?? "true") : env[variable];
    const value = given ?? row.default ?? row.note;
    if (value === undefined) return [];
    const source = flag ? "flag" : (sourceOf(variable, layers) ?? "default");
    return [[name, { value: row.secret ? "[set]" : withoutPassword(value), source }]];
  });
}

/** Files that were read, those that would be if they were there, and those with tokens. */
function filesOf(context: Context): { read: string[]; possible: string[]; tokens: string[] } {
  const { io, layers, invocation } = context;
  const read = layers.flatMap(({ source }) => (source === "environment" ? [] : [source]));
  const folder = configFolder(io.env);
  const reference = invocation.values["agent-card"];
  const own = folder && reference ? agentFileNames(reference).map((name) => join(folder, "agents", name)) : [];
  const possible = [join(io.cwd, ".env"), ...own, ...(folder ? [join(folder, ".env")] : [])];
  return { read, possible: possible.filter((file) => !read.includes(file)), tokens: tokenFiles(context) };
}

function tokenFiles(context: Context): string[] {
  const folder = tokenFolder(context);
  if (folder === undefined) return [];
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
