import { readdir, readFile } from "node:fs/promises";
import { join as joinPath } from "node:path";
import type { SchemasOptions } from "./emit/schemas.ts";
import type { Finding } from "./findings.ts";
import { isObject, member } from "./json.ts";
import { finding } from "./load.ts";
import { join } from "./pointer.ts";
import { parseSource } from "./source.ts";

export interface ManifestEntry {
  readonly name: string;
  readonly file: string;
  readonly overlay?: string;
  /** The pin; absent for a spec that is written here and may change at any time. */
  readonly sha256?: string;
  /** Whether the zod schemas of this spec assert `format`. */
  readonly formats?: NonNullable<SchemasOptions["formats"]>;
  /** JSON pointer to the entry. */
  readonly pointer: string;
}

export interface Manifest {
  readonly file: string;
  readonly entries: readonly ManifestEntry[];
  readonly findings: readonly Finding[];
  /** A finding about the manifest itself. */
  readonly at: (rule: Finding["rule"], pointer: string, message: string) => Finding;
}

/** Reads `manifest.json`, the list of the specs with their pins; every folder beside it has to be in it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = joinPath(folder, "manifest.json");
  const source = parseSource(file, await readFile(file, "utf8").catch(() => ""));
  const at: Manifest["at"] = (rule, pointer, message) => finding(rule, source, pointer, message);
  const list = member(source.value, "specs");
  if (!Array.isArray(list))
    return { file, entries: [], findings: [at("manifest-invalid", "/specs", "specs must be a list")], at };
  const rows = list.map(
    (value: unknown, i) =>
      parseEntry(value, join("/specs", i)) ?? at("manifest-invalid", join("/specs", i), "not an entry"),
  );
  const entries = rows.filter((row): row is ManifestEntry => !("rule" in row));
  const invalid = rows.filter((row): row is Finding => "rule" in row);
  const names = new Set(entries.map(({ name }) => name));
  const folders = (await readdir(folder, { withFileTypes: true })).filter((item) => item.isDirectory());
  const unlisted = folders
    .filter(({ name }) => !names.has(name))
    .map(({ name }) => at("spec-not-listed", "/specs", `specs/${name} is not listed`));
  return { file, entries, findings: [...invalid, ...unlisted], at };
}

function parseEntry(value: unknown, pointer: string): ManifestEntry | undefined {
  if (!isObject(value)) return undefined;
  const { name, file, overlay, sha256, formats } = value;
  if (typeof name !== "string" || !/^[a-z][a-z0-9-]*$/.test(name) || name === "mini") return undefined;
  if (typeof file !== "string" || !["string", "undefined"].includes(typeof sha256)) return undefined;
  if (formats !== undefined && formats !== "annotate" && formats !== "assert") return undefined;
  return {
    name,
    file,
    pointer,
    ...(typeof sha256 === "string" && { sha256 }),
    ...(typeof overlay === "string" && { overlay }),
    ...(formats !== undefined && { formats }),
  };
}
