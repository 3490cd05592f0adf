import { readFile } from "node:fs/promises";
import { join as joinPath, relative } from "node:path";
import { CANONICAL } from "./canonical.ts";
import { emitAssignability } from "./emit/assignability.ts";
import { typesModule, updateExports } from "./emit/exports.ts";
import { emitSchemas } from "./emit/schemas.ts";
import {
  emitAnswers,
  emitDialect,
  emitDialects,
  emitEnums,
  emitErrors,
  emitExamples,
  emitFields,
  emitMessages,
  emitMethods,
} from "./emit/tables.ts";
import { emitTypes } from "./emit/types.ts";
import { type Finding, hasErrors, type Rule } from "./findings.ts";
import { emitHelpers, HELPERS_FILE } from "./helpers.ts";
import { type Manifest, type ManifestEntry, readManifest } from "./manifest.ts";
import { buildAnswerMembers } from "./model/answer-members.ts";
import { buildFieldTables } from "./model/fields.ts";
import type { Model } from "./model/model.ts";
import { isSound, readSpec, type SoundSpec, type Spec } from "./read-spec.ts";

export interface GenerateOptions {
  /** The folder that holds `specs` and `packages`. */
  readonly root: string;
}

export interface Generated {
  /** Path below the root → content. Empty when a finding is an error. */
  readonly files: ReadonlyMap<string, string>;
  /** The folders that hold generated files and nothing else. None when a finding is an error. */
  readonly folders: readonly string[];
  readonly specs: readonly { readonly name: string; readonly components: number; readonly methods: number }[];
  readonly findings: readonly Finding[];
}

/** The folders that are generated, with the package they belong to. */
const folders = {
  types: "packages/types/src/gen",
  schemas: "packages/schemas/src/gen",
  protocol: "packages/protocol/src/gen",
} as const;

/** The schemas come twice: of zod in full, and of zod/mini for browsers. */
const zodModules = [
  { folder: folders.schemas, zod: "zod" },
  { folder: `${folders.schemas}/mini`, zod: "zod/mini" },
] as const;

/** Reads all specs of the manifest and makes all output, in memory. */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const specsFolder = joinPath(options.root, "specs");
  const manifest = await readManifest(specsFolder);
  const specs: Spec[] = [];
  const findings: Finding[] = [...manifest.findings];
  for (const entry of manifest.entries) {
    const canonical = specs.filter(isSound).find(({ model }) => model.name === CANONICAL)?.model.components;
    const spec = await readEntry(entry, { folder: specsFolder, manifest, canonical });
    specs.push(spec);
    findings.push(...spec.findings);
  }
  const sound = specs.filter(isSound);
  const shown = findings.map((finding) => ({ ...finding, file: relative(options.root, finding.file) }));
  const output = hasErrors(findings)
    ? { files: new Map<string, string>(), folders: [] }
    : { files: await emitAll(sound, manifest, options), folders: Object.values(folders) };
  return {
    ...output,
    specs: sound.map(({ model }) => ({
      name: model.name,
      components: model.components.size,
      methods: model.methods.length,
    })),
    findings: shown,
  };
}

interface Place {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The canonical components; undefined while they are not known, or not sound. */
  readonly canonical: Model["components"] | undefined;
}

/** Reads one spec and compares it with what the manifest says about it. */
async function readEntry(entry: ManifestEntry, { folder, manifest, canonical }: Place): Promise<Spec> {
  const file = joinPath(folder, entry.file);
  const spec = await readSpec(file, {
    name: entry.name,
    ...(entry.overlay !== undefined && { overlay: joinPath(folder, entry.overlay) }),
    ...(canonical && { canonical: new Set(canonical.keys()) }),
  });
  const pinned = entry.sha256 === undefined ? undefined : file;
  const findings = spec.findings.map((found) => (found.file === pinned ? found : sharpen(found)));
  const { model } = spec;
  if (!model) return { ...spec, findings };
  const tell = (rule: Rule, key: string, message: string) =>
    findings.push(manifest.at(rule, `${entry.pointer}/${key}`, message));
  if (pinned && entry.sha256 !== model.sha256)
    tell("pin-mismatch", "sha256", `${entry.file} has sha256 ${model.sha256}`);
  for (const key of ["title", "version"] as const) {
    if (entry[key] !== undefined && entry[key] !== model[key])
      tell("manifest-outdated", key, `${key} is ${entry[key]}, but ${entry.file} says ${model[key]}`);
  }
  return { ...spec, findings };
}

/** A vendor's file may not be touched; what is written here can be mended, so a wrong example is an error there. */
function sharpen(finding: Finding): Finding {
  return finding.rule === "example-invalid" ? { ...finding, severity: "error" } : finding;
}

async function emitAll(
  specs: readonly SoundSpec[],
  manifest: Manifest,
  options: GenerateOptions,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const { model, dialect, examples } of specs) {
    files.set(`${folders.types}/${model.name}.ts`, await emitTypes(model));
    const entry = manifest.entries.find(({ name }) => name === model.name);
    for (const { folder, zod } of zodModules) {
      files.set(`${folder}/${model.name}.ts`, await emitSchemas(model, { formats: entry?.formats, zod }));
    }
    files.set(`${folders.schemas}/${model.name}.test-d.ts`, emitAssignability(model, typesModule(model.name)));
    files.set(`${folders.protocol}/dialects/${model.name}.ts`, emitDialect(model, dialect, model.name === CANONICAL));
    files.set(`${folders.protocol}/examples/${model.name}.ts`, emitExamples(model, examples));
    if (model.name !== CANONICAL) continue;
    for (const [name, text] of Object.entries(emitProtocol(model))) files.set(`${folders.protocol}/${name}.ts`, text);
  }
  files.set(`${folders.protocol}/dialects.ts`, emitDialects(specs.map(({ model }) => model)));
  for (const { folder, zod } of zodModules) files.set(`${folder}/${HELPERS_FILE}`, emitHelpers(zod));
  const names = specs.map(({ model }) => model.name);
  for (const name of Object.keys(folders)) {
    const path = `packages/${name}/package.json`;
    const text = await readFile(joinPath(options.root, path), "utf8").catch(() => undefined);
    if (text !== undefined) files.set(path, updateExports(text, name, names));
  }
  return files;
}

/** The tables of the protocol, which the canonical spec gives, by the name of their file. */
function emitProtocol(model: Model): Readonly<Record<string, string>> {
  const tables = buildFieldTables(model);
  return {
    methods: emitMethods(model),
    errors: emitErrors(model),
    params: emitMessages(model, "params"),
    results: emitMessages(model, "result"),
    answers: emitAnswers(model, buildAnswerMembers(tables)),
    fields: emitFields(model, tables, "fields"),
    "card-fields": emitFields(model, tables, "cardFields"),
    "request-fields": emitFields(model, tables, "requestFields"),
    enums: emitEnums(model, tables),
  };
}
