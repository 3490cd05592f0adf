import { CANONICAL } from "../canonical.ts";
import { adapt, helperNames, type ZodModule } from "../helpers.ts";
import type { TypeRef } from "../methods.ts";
import type { Model } from "../model.ts";
import { banner } from "./banner.ts";
import { print, record, WIDTH } from "./code.ts";
import { schemaName, typeName } from "./identifiers.ts";
import { type Layout, repositoryLayout } from "./layout.ts";
import { type Ordered, order } from "./order.ts";
import { zodOf } from "./zod.ts";

export interface SchemasOptions {
  /** Whether `format` decides or only describes; it describes when absent, as in JSON Schema 2020-12. */
  readonly formats?: "annotate" | "assert" | undefined;
  /** Which zod the schemas are made of; `zod` when absent. */
  readonly zod?: ZodModule;
  /** That of this repository when absent. */
  readonly layout?: Layout;
}

/** One zod schema per component, then those of the methods, where there are any. */
export async function emitSchemas(model: Model, options: SchemasOptions = {}): Promise<string> {
  const { layout = repositoryLayout } = options;
  const ordered = order(model.components);
  const foreign =
    model.name !== CANONICAL && model.methods.some(({ params, result }) => params.canonical || result.canonical);
  const schemas = ordered.map((component) => declare(component, model, options)).join("\n");
  const canonical = foreign ? `import * as a2a from "${layout.canonical}";\n` : "";
  const imports = `import * as z from "zod";\n${canonical}${importHelpers(schemas, layout)}\n`;
  const methods = model.methods.length > 0 ? `\n${methodSchemas(model)}` : "";
  const text = `${banner([model], layout)}${imports}${schemas}${methods}${await cyclicTypes(ordered, model)}`;
  return adapt(text, options.zod ?? "zod");
}

/**
 * Each schema is built by one call that is marked pure, so that a bundler drops those that nobody imports. Within a cycle
 * TypeScript cannot infer the type, so it is written down.
 */
function declare(
  { name, schema, cycle }: Ordered,
  model: Model,
  { formats = "annotate", zod = "zod" }: SchemasOptions,
): string {
  const code = zodOf(schema, { components: model.components, cycle, formats, zod });
  const type = cycle.size > 0 ? `: z.ZodType<${typeName(name)}, ${typeName(name)}>` : "";
  const head = `export const ${schemaName(name)}${type} = /*@__PURE__*/ (() =>`;
  const line = `${head} ${print(code)})();\n`;
  return line.length <= WIDTH && !line.trimEnd().includes("\n") ? line : `${head}\n  ${print(code, 2)})();\n`;
}

/** The helpers of json-schema.ts that the text calls. */
function importHelpers(text: string, { helpers }: Layout): string {
  const used = helperNames().filter((name) => text.includes(name) && new RegExp(`(?<![\\w."])${name}[(),]`).test(text));
  return used.length > 0 ? `import { ${used.join(", ")} } from "${helpers}";\n` : "";
}

async function cyclicTypes(ordered: readonly Ordered[], model: Model): Promise<string> {
  const needed = new Set<string>();
  const visit = (name: string) => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const target of ordered.find((item) => item.name === name)?.targets ?? []) visit(target);
  };
  for (const { name, cycle } of ordered) if (cycle.size > 0) visit(name);
  const components = new Map([...model.components].filter(([name]) => needed.has(name)));
  if (components.size === 0) return "";
  // The TypeScript compiler prints types; it takes its time to load.
  const { declareTypes } = await import("./types.ts");
  return `\n${(await declareTypes(components, "")).trimEnd()}\n`;
}

function methodSchemas(model: Model): string {
  const refer = ({ component, canonical }: TypeRef) =>
    canonical && model.name !== CANONICAL ? `a2a.${schemaName(component)}` : schemaName(component);
  const rows = model.methods.map(
    ({ name, params, result }) =>
      [
        name,
        record([
          ["params", refer(params)],
          ["result", refer(result)],
        ]),
      ] as const,
  );
  return `/** What each method takes and gives. */\nexport const methodSchemas = ${print(record(rows, true))} as const;\n`;
}
