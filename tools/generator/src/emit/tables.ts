import type { DialectRecord } from "../dialect.ts";
import type { Example } from "../examples.ts";
import type { FieldTables } from "../fields.ts";
import type { Model } from "../model.ts";
import { banner } from "./banner.ts";
import { type Code, literal, print, record } from "./code.ts";
import { camelCase } from "./identifiers.ts";

/** `export const name = value as const satisfies Type;` */
function constant(name: string, value: Code, type: string): string {
  return `export const ${name} = ${print(value)} as const satisfies ${type};\n`;
}

export function emitMethods(model: Model): string {
  const rows = model.methods.map(
    ({ name, params, result, streaming }) =>
      [name, literal({ params: params.component, result: result.component, streaming })] as const,
  );
  const doc = "/** Method → its params, its result (names in `fields`), and whether the result is a stream. */\n";
  return `${banner([model])}import type { MethodTable } from "../dialect.ts";\n\n${doc}${constant("methods", record(rows, true), "MethodTable")}`;
}

export function emitErrors(model: Model): string {
  const rows = Object.entries(model.rpc?.extension.errors ?? {}).map(([name, row]) => [name, literal(row)] as const);
  const doc = "/** Error (without the suffix `Error`) → its codes (A2A §5.4). */\n";
  return `${banner([model])}import type { ErrorTable } from "../dialect.ts";\n\n${doc}${constant("errors", record(rows, true), "ErrorTable")}`;
}

export function emitFields(model: Model, { fields, enums }: FieldTables): string {
  const rows = Object.entries(fields).map(
    ([name, members]) =>
      [name, record(Object.entries(members).map(([key, value]) => [key, literal(value)] as const))] as const,
  );
  const enumRows = Object.entries(enums).map(([name, values]) => [name, literal(values)] as const);
  return [
    banner([model]),
    'import type { EnumTable, FieldTable } from "../dialect.ts";\n\n',
    "/** Message → member → what it holds. */\n",
    constant("fields", record(rows, true), "FieldTable"),
    "\n/** Enum → its names; the index is the number in the protocol buffer. */\n",
    constant("enums", record(enumRows, true), "EnumTable"),
  ].join("");
}

export function emitDialect(model: Model, dialect: DialectRecord): string {
  const pairs = Object.entries(dialect).map(([key, value]) => [key, literal(value)] as const);
  const doc = `/** ${model.title}, ${model.version}. */\n`;
  return `${banner([model])}import type { Dialect } from "../../dialect.ts";\n\n${doc}${constant(camelCase(model.name), record(pairs, true), "Dialect")}`;
}

/** All dialects in one list, for programs that take any of them. */
export function emitDialects(models: readonly Model[]): string {
  const names = models.map(({ name }) => camelCase(name));
  const imports = models.map(({ name }) => `import { ${camelCase(name)} } from "./dialects/${name}.ts";\n`);
  const list: Code = { open: "[", items: names, close: "]", broken: false };
  return [
    banner(models),
    'import type { Dialect } from "../dialect.ts";\n',
    ...imports,
    "\n/** Every dialect, the canonical one first. Who knows the one they need imports that one instead. */\n",
    constant("dialects", list, "readonly Dialect[]"),
  ].join("");
}

export function emitExamples(model: Model, examples: readonly Example[]): string {
  const items = examples.map(({ name, method, kind, value }) => literal({ name, method, kind, value }));
  const doc = "/** The examples of the OpenAPI file, each a whole JSON body. */\n";
  const code: Code = { open: "[", items, close: "]", broken: true };
  return `${banner([model])}import type { Example } from "../../dialect.ts";\n\n${doc}${constant("examples", code, "readonly Example[]")}`;
}
