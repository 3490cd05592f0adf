import { CANONICAL } from "../canonical.ts";
import { adapt, helperNames, type ZodModule } from "../helpers.ts";
import { schemaName } from "../identifiers.ts";
import type { TypeRef } from "../model/methods.ts";
import type { Model } from "../model/model.ts";
import { banner } from "./banner.ts";
import { type Code, print, record, textsOf, WIDTH } from "./code.ts";
import { type Layout, repositoryLayout } from "./layout.ts";
import { type Ordered, order } from "./order.ts";
import { createPool } from "./pool.ts";
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
  const constants = declare(ordered, model, options);
  const canonical = foreign ? `import * as a2a from "${layout.canonical}";\n` : "";
  const imports = `import * as z from "zod";\n${canonical}${importHelpers(constants, layout)}\n`;
  const schemas = constants.map(printConstant).join("\n");
  const methods = model.methods.length > 0 ? `\n${methodSchemas(model)}` : "";
  const text = `${banner([model], layout)}${imports}${schemas}${methods}${await cyclicTypes(ordered, model)}`;
  return adapt(text, options.zod ?? "zod");
}

interface Constant {
  /** All that stands before the `=`. */
  readonly head: string;
  readonly code: Code;
}

/** The schemas, each behind what it shares with others and none before it used. */
function declare(
  ordered: readonly Ordered[],
  { components, names }: Model,
  { formats = "annotate", zod = "zod" }: SchemasOptions,
): readonly Constant[] {
  const pool = createPool();
  const codes = ordered.map(({ name, schema, cycle }) =>
    zodOf(schema, { components, names, cycle, formats, zod, pool, place: name }),
  );
  const shared = pool.share(codes, new Set(ordered.map(({ name }) => names.schema(name))));
  return ordered.flatMap(({ name, cycle }, i) => {
    const { named = [], code = "" } = shared[i] ?? {};
    // Within a cycle TypeScript cannot infer the type, so it is written down.
    const type = cycle.size > 0 ? `: z.ZodType<${names.type(name)}, ${names.type(name)}>` : "";
    const locals = named.map(([local, part]) => ({ head: `const ${local}`, code: part }));
    return [...locals, { head: `export const ${names.schema(name)}${type}`, code }];
  });
}

/** What takes several calls is made by one that is marked pure, so that a bundler drops the schemas that nobody uses. */
function printConstant({ head, code }: Constant): string {
  if (typeof code === "string") return `${head} = ${code.endsWith(")") ? "/*@__PURE__*/ " : ""}${code};\n`;
  const start = `${head} = /*@__PURE__*/ define(() =>`;
  const line = `${start} ${print(code)});\n`;
  return line.length <= WIDTH && !line.trimEnd().includes("\n") ? line : `${start}\n  ${print(code, 2)});\n`;
}

/** The helpers of json-schema.ts that the code calls or is. */
function importHelpers(constants: readonly Constant[], { helpers }: Layout): string {
  const texts = constants.flatMap(({ code }) => (typeof code === "string" ? [code] : ["define", ...textsOf(code)]));
  const starts = new Set(texts.map((text) => /^\w+(?=\(|$)/.exec(text)?.[0]));
  const used = helperNames().filter((name) => starts.has(name));
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
  return `\n${(await declareTypes(components, model.names, "")).trimEnd()}\n`;
}

function methodSchemas(model: Model): string {
  const refer = ({ component, canonical }: TypeRef) =>
    canonical && model.name !== CANONICAL ? `a2a.${schemaName(component)}` : model.names.schema(component);
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
