import { readFile } from "node:fs/promises";
import { join as joinPath, relative } from "node:path";
import { emitAssignability } from "./emit/assignability.ts";
import { typesModule, updateExports } from "./emit/exports.ts";
import { emitSchemas } from "./emit/schemas.ts";
import { emitDialect, emitDialects, emitErrors, emitExamples, emitFields, emitMethods } from "./emit/tables.ts";
import { emitTypes } from "./emit/types.ts";
import { buildFieldTables } from "./fields.ts";
import { type Finding, hasErrors } from "./findings.ts";
import { emitHelpers, HELPERS_FILE } from "./helpers.ts";
import { type Manifest, type ManifestEntry, readManifest } from "./manifest.ts";
import { CANONICAL } from "./model.ts";
import { isSound, readSpec, type SoundSpec, type Spec } from "./read-spec.ts";

export interface GenerateOptions {
  /** The folder that holds `specs` and `packages`. */
  readonly root: string;
}

export interface Generated {
  /** Path below the root → content. Empty when a finding is an error. */
  readonly files: ReadonlyMap<string, string>;
  /** The folders that hold generated files and nothing else. */
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
    const spec = await readEntry(entry, specsFolder, manifest);
    specs.push(spec);
    findings.push(...spec.findings);
  }
  const sound = specs.filter(isSound);
  findings.push(...checkCanonicalRefs(sound, manifest));
  const shown = findings.map((finding) => ({ ...finding, file: relative(options.root, finding.file) }));
  return {
    files: hasErrors(findings) ? new Map() : await emitAll(sound, manifest, options),
    folders: Object.values(folders),
    specs: sound.map(({ model }) => ({
      name: model.name,
      components: model.components.size,
      methods: model.methods.length,
    })),
    findings: shown,
  };
}

async function readEntry(entry: ManifestEntry, folder: string, manifest: Manifest): Promise<Spec> {
  const spec = await readSpec(joinPath(folder, entry.file), {
    name: entry.name,
    ...(entry.overlay !== undefined && { overlay: joinPath(folder, entry.overlay) }),
  });
  if (!spec.model || entry.sha256 === undefined || spec.model.sha256 === entry.sha256) return spec;
  const message = `${entry.file} has sha256 ${spec.model.sha256}`;
  return { ...spec, findings: [...spec.findings, manifest.at("pin-mismatch", `${entry.pointer}/sha256`, message)] };
}

/** `a2a#Name` must name a component of the canonical spec. */
function checkCanonicalRefs(specs: readonly SoundSpec[], manifest: Manifest): Finding[] {
  const canonical = specs.find(({ model }) => model.name === CANONICAL)?.model;
  return specs.flatMap(({ model }) => {
    const pointer = manifest.entries.find(({ name }) => name === model.name)?.pointer ?? "/specs";
    const refs = model.methods.flatMap(({ params, result }) => [params, result]).filter((ref) => ref.canonical);
    const missing = new Set(refs.map(({ component }) => component).filter((name) => !canonical?.components.has(name)));
    return [...missing].map((name) => manifest.at("component-missing", pointer, `${model.name} refers to a2a#${name}`));
  });
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
    files.set(`${folders.protocol}/dialects/${model.name}.ts`, emitDialect(model, dialect));
    files.set(`${folders.protocol}/examples/${model.name}.ts`, emitExamples(model, examples));
    if (model.name !== CANONICAL) continue;
    files.set(`${folders.protocol}/methods.ts`, emitMethods(model));
    files.set(`${folders.protocol}/errors.ts`, emitErrors(model));
    files.set(`${folders.protocol}/fields.ts`, emitFields(model, buildFieldTables(model)));
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
