import { readdir } from "node:fs/promises";
import { join as joinPath } from "node:path";
import { CANONICAL } from "./canonical.ts";
import { checkMembers, choice, type Members, pattern, required, text } from "./check-members.ts";
import type { SchemasOptions } from "./emit/schemas.ts";
import { type Finding, finding } from "./findings.ts";
import { list, member, stringOr } from "./json.ts";
import { readSource } from "./load/read-source.ts";
import { join } from "./pointer.ts";

export interface ManifestEntry {
  readonly name: string;
  readonly file: string;
  readonly overlay?: string;
  /** Those of the file's `info`. */
  readonly title?: string;
  readonly version?: string;
  /** The pin; only the canonical spec, which is written here and may change at any time, goes without. */
  readonly sha256?: string;
  /** Whether the zod schemas of this spec assert `format`. */
  readonly formats?: NonNullable<SchemasOptions["formats"]>;
  /** JSON pointer to the entry. */
  readonly pointer: string;
}

export interface Manifest {
  /** Those without a fault, the canonical one first. */
  readonly entries: readonly ManifestEntry[];
  readonly findings: readonly Finding[];
  /** A finding about the manifest itself. */
  readonly at: (rule: Finding["rule"], pointer: string, message: string) => Finding;
}

const frame: Members = { specs: required({ accepts: Array.isArray, expected: "a list" }) };

const members: Members = {
  name: required(pattern(/^(?!mini$)[a-z][a-z0-9-]*$/, "lower-case letters, digits and hyphens, and not mini")),
  title: text,
  file: required(text),
  overlay: { accepts: (value) => value === null || text.accepts(value), expected: "a path or null" },
  source: text,
  version: text,
  sha256: pattern(/^[0-9a-f]{64}$/, "64 hexadecimal digits in lower case"),
  formats: choice("annotate", "assert"),
};

/** Reads `manifest.json`, the list of the specs with their pins; every folder beside it has to be in it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const findings: Finding[] = [];
  const file = joinPath(folder, "manifest.json");
  const source = await readSource(file, undefined, findings);
  const at: Manifest["at"] = (rule, pointer, message) => finding(rule, source ?? { file }, pointer, message);
  const tell = (pointer: string, message: string) => findings.push(at("manifest-invalid", pointer, message));
  if (findings.length === 0) checkMembers(source?.value, frame, (message, ...path) => tell(join("", ...path), message));
  if (findings.length > 0) return { entries: [], findings, at };
  const rows = list(member(source?.value, "specs"));
  const names = rows.map((row) => member(row, "name"));
  const entries = rows.flatMap((row, i) => {
    const pointer = join("/specs", i);
    const before = findings.length;
    checkMembers(row, members, (message, ...path) => tell(join(pointer, ...path), message));
    if (names.indexOf(names[i]) < i) tell(join(pointer, "name"), `${names[i]} is listed twice`);
    if (findings.length > before) return [];
    const { overlay, ...rest } = row as Omit<ManifestEntry, "overlay"> & { overlay?: string | null };
    const entry = { ...rest, ...(overlay && { overlay }), pointer };
    checkEntry(entry, tell);
    return findings.length > before ? [] : [entry];
  });
  if (!names.includes(CANONICAL)) tell("/specs", `${CANONICAL} is missing, to which the other specs refer`);
  const listed = new Set([...names, ...rows.map((row) => stringOr(member(row, "file"), "").split("/")[0])]);
  const folders = (await readdir(folder, { withFileTypes: true })).filter((item) => item.isDirectory());
  for (const { name } of folders.filter((item) => !listed.has(item.name)))
    findings.push(at("spec-not-listed", "/specs", `specs/${name} is not listed`));
  entries.sort((a, b) => Number(b.name === CANONICAL) - Number(a.name === CANONICAL));
  return { entries, findings, at };
}

/** What the members of an entry must be to each other. */
function checkEntry(
  { name, file, overlay, sha256, pointer }: ManifestEntry,
  tell: (pointer: string, message: string) => void,
) {
  for (const [key, path] of Object.entries({ file, overlay })) {
    if (path && !(path.startsWith(`${name}/`) && !path.split("/").includes("..")))
      tell(join(pointer, key), `${key} is ${path}; it must be in the folder ${name}`);
  }
  if (sha256 === undefined && name !== CANONICAL)
    tell(pointer, `sha256 is missing; every file but that of ${CANONICAL} is pinned, by sha256sum ${file}`);
}
