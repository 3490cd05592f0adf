import { camelCase } from "../identifiers.ts";
import type { DialectRecord } from "../model/dialect.ts";
import type { Example } from "../model/examples.ts";
import type { FieldPart, FieldTables } from "../model/fields.ts";
import type { Model } from "../model/model.ts";
import { banner, oneLine } from "./banner.ts";
import { type Code, literal, print, record, WIDTH } from "./code.ts";

/** `export const name = value as const satisfies Type;` */
function constant(name: string, value: Code, type: string): string {
  return `export const ${name} = ${print(value)} as const satisfies ${type};\n`;
}

export function emitMethods(model: Model): string {
  const rows = model.methods.map(({ name, streaming }) => [name, literal({ streaming })] as const);
  return [
    banner([model]),
    'import type { Method } from "@a2akit/types";\nimport type { MethodTable } from "../dialect.ts";\n\n',
    "/** Method → whether its answer is a stream. */\n",
    constant("methods", record(rows, true), "MethodTable"),
    "\nexport const methodNames = /*@__PURE__*/ Object.keys(methods) as readonly Method[];\n",
  ].join("");
}

/** In which tables of fields the messages of one side are. */
const messageDocs = { params: "`requestFields` or `fields`", result: "`fields` or `cardFields`" } as const;

export function emitMessages(model: Model, side: "params" | "result"): string {
  const rows = model.methods.map((method) => [method.name, literal(method[side].component)] as const);
  return [
    banner([model]),
    'import type { MessageTable } from "../dialect.ts";\n\n',
    `/** Method → its ${side} (a name in ${messageDocs[side]}). */\n`,
    constant(side === "params" ? "params" : "results", record(rows, true), "MessageTable"),
  ].join("");
}

/** Each fact once: reason and text are stated only where they are not the words of the name. */
export function emitErrors(model: Model): string {
  const rows = Object.entries(model.rpc?.extension.errors ?? {});
  const errors = rows.map(([name, { code, message, reason }]) => {
    const words = wordsOf(name);
    return [
      name,
      literal({
        code,
        ...(message !== words.replace(/ [A-Z]/g, (letter) => letter.toLowerCase()) && { message }),
        ...(reason !== words.replaceAll(" ", "_").toUpperCase() && { reason }),
      }),
    ] as const;
  });
  const statuses = rows.map(([name, { httpStatus, rpcStatus }]) => [name, literal({ httpStatus, rpcStatus })] as const);
  return [
    banner([model]),
    'import type { ErrorStatusTable, ErrorTable } from "../dialect.ts";\n\n',
    "/** Error (without the suffix `Error`) → its code and text (A2A §5.4). */\n",
    constant("errors", record(errors, true), "ErrorTable"),
    "\n/** Error → its status in HTTP and gRPC (A2A §5.4). */\n",
    constant("errorStatuses", record(statuses, true), "ErrorStatusTable"),
  ].join("");
}

/** `TaskNotFound` → `Task Not Found`, as in @a2akit/protocol. */
function wordsOf(name: string): string {
  return name.replace(/\B[A-Z](?=[a-z])/g, " $&");
}

/** What each table of fields holds; each is a file of its own. */
const fieldDocs: Readonly<Record<FieldPart, string>> = {
  fields: "what results are made of, Agent Cards excepted",
  cardFields: "what only Agent Cards are made of",
  requestFields: "what only requests are made of",
};

export function emitFields(model: Model, tables: FieldTables, part: FieldPart): string {
  const rows = Object.entries(tables.fields)
    .filter(([name]) => tables.part(name) === part)
    .map(([name, members]) => [name, packMembers(name, members)] as const);
  return [
    banner([model]),
    'import type { FieldTable } from "../dialect.ts";\n\n',
    `/** Message → its members: ${fieldDocs[part]}. */\n`,
    constant(part, record(rows, true), "FieldTable"),
  ]
    .join("")
    .replaceAll(": \n", ":\n");
}

export function emitAnswers(model: Model, members: Readonly<Record<string, readonly string[]>>): string {
  const rows = Object.entries(members).map(([kind, names]) => [kind, packed(kind, names)] as const);
  return [
    banner([model]),
    "/** What the members of answers hold, whichever message they are in: kind → names. */\n",
    constant("answers", record(rows, true), "Readonly<Record<string, string>>"),
  ]
    .join("")
    .replaceAll(": \n", ":\n");
}

export function emitEnums(model: Model, { enums }: FieldTables): string {
  const rows = Object.entries(enums).map(([name, values]) => [name, literal(values)] as const);
  return [
    banner([model]),
    'import type { EnumTable } from "../dialect.ts";\n\n',
    "/** Enum → its names; the index is the number in the protocol buffer. */\n",
    constant("enums", record(rows, true), "EnumTable"),
  ].join("");
}

/** `"id status:TaskStatus"`: a member that is no string says what it is. */
function packMembers(key: string, members: Readonly<Record<string, string>>): Code {
  return packed(
    key,
    Object.entries(members).map(([name, type]) => (type === "string" ? name : `${name}:${type}`)),
  );
}

/** Words in one string. A line that is too long breaks after its key. */
function packed(key: string, words: readonly string[]): Code {
  const text = literal(words.join(" "));
  return `  ${key}: ${print(text)},`.length > WIDTH ? ["\n    ", text] : text;
}

/** @param isCanonical whether its methods are those of the method table, which then names them once for both */
export function emitDialect(model: Model, dialect: DialectRecord, isCanonical: boolean): string {
  const { spec, ...facts } = dialect;
  const pairs = Object.entries(facts).map(
    ([key, value]) => [key, isCanonical && key === "methods" ? "methodNames" : literal(value)] as const,
  );
  return [
    banner([model]),
    'import type { Dialect, SpecSource } from "../../dialect.ts";\n',
    isCanonical ? 'import { methodNames } from "../methods.ts";\n\n' : "\n",
    `/** ${oneLine(`${model.title}, ${model.version}`)}. */\n`,
    constant(camelCase(model.name), record(pairs, true), "Dialect"),
    "\n/** The file that it was read from. */\n",
    constant("spec", literal(spec), "SpecSource"),
  ].join("");
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
