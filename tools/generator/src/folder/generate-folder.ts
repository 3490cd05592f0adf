import { basename, dirname, resolve } from "node:path";
import { CANONICAL } from "../canonical.ts";
import { emitSchemas, type SchemasOptions } from "../emit/schemas.ts";
import { type Finding, hasErrors } from "../findings.ts";
import { emitHelpers, type ZodModule } from "../helpers.ts";
import type { DialectRecord } from "../model/dialect.ts";
import type { MethodEntry } from "../model/methods.ts";
import type { Model } from "../model/model.ts";
import { reachable } from "../model/reachable.ts";
import { type ReadOptions, readSpec } from "../read-spec.ts";
import { readCanonical } from "./canonical-spec.ts";
import { emitDialectModule } from "./dialect-module.ts";
import { type Extension, type Kind, kinds, layoutFor, moduleFiles } from "./modules.ts";
import { emitReadme } from "./readme.ts";

export interface FolderOptions extends Omit<ReadOptions, "canonical"> {
  /** Whether the schemas assert `format`, which only describes when absent. */
  readonly formats?: NonNullable<SchemasOptions["formats"]>;
  /**
   * How the generated modules name each other: `./types.js`, which every bundler and `tsc` understands (when absent), or `./types.ts`, for
   * a runtime that runs TypeScript as it is.
   */
  readonly imports?: Extension;
  /** What to make of the components; everything when absent. */
  readonly emit?: readonly Kind[];
}

export interface GeneratedFolder {
  /** Name of the file in the folder → content. Empty when a finding is an error. */
  readonly files: ReadonlyMap<string, string>;
  /** What is particular about the A2A endpoint; absent where the file describes none. */
  readonly dialect?: DialectRecord;
  readonly components: number;
  /** In the order of the canonical table. */
  readonly methods: readonly MethodEntry[];
  readonly findings: readonly Finding[];
}

/**
 * Everything that is generated from one OpenAPI file, in memory: types, schemas of zod and of zod/mini, the dialect, a README. The file
 * needs no JSON-RPC endpoint: without one there is no dialect. {@link writeFolder} writes it.
 *
 * Does not throw on what is wrong with the file: findings say that.
 */
export async function generateFolder(file: string, options: FolderOptions = {}): Promise<GeneratedFolder> {
  const { formats, imports = "js", emit = kinds, ...reading } = options;
  const canonical = await readCanonical();
  const spec = await readSpec(file, {
    lenient: true,
    ...reading,
    name: options.name ?? basename(dirname(resolve(file))),
    canonical: new Set(canonical.model.components.keys()),
  });
  const { model, dialect, findings } = spec;
  const components = model?.components.size ?? 0;
  const methods = model?.methods ?? [];
  const summary = { components, methods, findings, ...(dialect && { dialect }) };
  if (!model || hasErrors(findings)) return { files: new Map(), ...summary };

  const files = new Map<string, string>();
  const schemas = (part: Model, zod: ZodModule) => emitSchemas(part, { formats, zod, layout: layoutFor(zod, imports) });
  const emitters: Readonly<Record<Kind, (part: Model) => Promise<string>>> = {
    // The TypeScript compiler prints types; it takes its time to load.
    types: async (part) => (await import("../emit/types.ts")).emitTypes(part, layoutFor("types", imports)),
    schemas: (part) => schemas(part, "zod"),
    mini: (part) => schemas(part, "zod/mini"),
  };
  const add = async (part: Model, names: Readonly<Record<Kind, string>>) => {
    for (const kind of kinds) if (emit.includes(kind)) files.set(names[kind], await emitters[kind](part));
  };
  await add(model, moduleFiles.own);
  const borrowed = partOf(canonical.model, borrowedNames(model));
  if (borrowed) await add(borrowed, moduleFiles.canonical);
  for (const zod of ["zod", "zod/mini"] as const) {
    const { helpers } = layoutFor(zod, imports);
    if ([...files.values()].some((text) => text.includes(`from "${helpers}";`)))
      files.set(moduleFiles.helpers[zod], emitHelpers(zod));
  }
  if (dialect) files.set(moduleFiles.dialect, emitDialectModule(model, dialect));
  files.set(moduleFiles.readme, emitReadme(model, { files: [...files.keys()], imports, findings, formats }));
  return { files, ...summary };
}

/** The canonical components that the methods of a file take or give. */
function borrowedNames({ name, methods }: Model): readonly string[] {
  if (name === CANONICAL) return [];
  return methods.flatMap(({ params, result }) =>
    [params, result].filter(({ canonical }) => canonical).map(({ component }) => component),
  );
}

/** A model of these components and what they refer to; undefined when there are none. */
function partOf(model: Model, names: readonly string[]): Model | undefined {
  const wanted = reachable(model.components, names);
  const components = new Map([...model.components].filter(([name]) => wanted.has(name)));
  return components.size === 0 ? undefined : { ...model, components, methods: [] };
}
