import ts from "typescript";
import { CANONICAL } from "../canonical.ts";
import { typeName } from "../identifiers.ts";
import type { TypeRef } from "../model/methods.ts";
import type { Model } from "../model/model.ts";
import type { Names } from "../model/names.ts";
import { isSchemaObject, type Schema } from "../schema.ts";
import { banner } from "./banner.ts";
import { breakUnions } from "./break-unions.ts";
import { type Layout, repositoryLayout } from "./layout.ts";
import { printTypes } from "./print-types.ts";
import { quoted, quotedKey } from "./quoted.ts";
import { toTypesDocument } from "./types-document.ts";

/** One type per component, then the map of methods, where there are any. */
export async function emitTypes(model: Model, layout: Layout = repositoryLayout): Promise<string> {
  const foreign = model.methods.some(({ params, result }) => params.canonical || result.canonical);
  const importLine = foreign && model.name !== CANONICAL ? `import type * as a2a from "${layout.canonical}";\n\n` : "";
  const types = await declareTypes(model.components, model.names, "export ");
  const methods = model.methods.length > 0 ? methodMap(model) : "";
  return `${banner([model], layout)}${importLine}${types}${methods}`.replace(/\n+$/, "\n");
}

/** Type aliases for the components, as openapi-typescript prints them, with plain names for the references. */
export async function declareTypes(
  components: ReadonlyMap<string, Schema>,
  names: Names,
  prefix: "export " | "",
): Promise<string> {
  const texts = componentTypes(printTypes(toTypesDocument(components)), names);
  return breakUnions(
    [...components]
      .map(
        ([name, schema]) =>
          `${docComment(schema)}${prefix}type ${names.type(name)} = ${texts.get(name) ?? "unknown"};\n\n`,
      )
      .join(""),
  );
}

function componentTypes(nodes: readonly ts.Node[], names: Names): ReadonlyMap<string, string> {
  const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed });
  const file = ts.createSourceFile("types.ts", "", ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const components = nodes.find(
    (node): node is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(node) && node.name.text === "components",
  );
  const schemas = components?.members.find((node) => node.name !== undefined && keyOf(node.name) === "schemas");
  if (!schemas || !ts.isPropertySignature(schemas) || !schemas.type || !ts.isTypeLiteralNode(schemas.type))
    return new Map();
  return new Map(
    schemas.type.members.filter(ts.isPropertySignature).flatMap((node) => {
      if (!node.type) return [];
      const type = ts.visitNode(node.type, (type) => nameReferences(type, names)) ?? node.type;
      return [[keyOf(node.name), halveIndent(printer.printNode(ts.EmitHint.Unspecified, type, file))] as const];
    }),
  );
}

/** `components["schemas"]["Task"]` → `Task`, doc comments without tags that only repeat the type, and names and values that can be read. */
function nameReferences(node: ts.Node, names: Names): ts.Node {
  const name = referredComponent(node);
  if (name !== undefined) return ts.factory.createTypeReferenceNode(names.type(name));
  if (ts.isIdentifier(node) && node.text.startsWith('"'))
    return ts.factory.createIdentifier(quoted(JSON.parse(node.text)));
  const visited = quoteName(ts.visitEachChild(node, (child) => nameReferences(child, names), undefined));
  const comments = ts.getSyntheticLeadingComments(node);
  if (comments)
    ts.setSyntheticLeadingComments(
      visited,
      comments.map((comment) => ({ ...comment, text: plainComment(comment.text) })),
    );
  return visited;
}

/** The compiler would print all but ASCII as numbers; an identifier it prints as it is. */
function quoteName(node: ts.Node): ts.Node {
  if (!ts.isPropertySignature(node)) return node;
  const name = ts.factory.createIdentifier(quotedKey(keyOf(node.name)));
  return ts.factory.updatePropertySignature(node, node.modifiers, name, node.questionToken, node.type);
}

function referredComponent(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return undefined;
  const { objectType, indexType } = node;
  const isComponents =
    ts.isTypeReferenceNode(objectType.objectType) &&
    (objectType.objectType.typeName as ts.Identifier).text === "components";
  return isComponents && ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal)
    ? indexType.literal.text
    : undefined;
}

function keyOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : "";
}

function plainComment(text: string): string {
  return text
    .replace(/@description /, "")
    .replaceAll(/\n \* {2,}/g, "\n * ")
    .replaceAll(/\n\s*\* @(?:constant|enum \{\w+\})(?=\n|$)/g, "");
}

function docComment(schema: Schema): string {
  const description = isSchemaObject(schema) ? schema.description?.trim().replaceAll("*/", "*\\/") : undefined;
  if (!description) return "";
  const lines = description.split("\n");
  return lines.length === 1
    ? `/** ${description} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

function halveIndent(text: string): string {
  return text.replaceAll(/^( {4})+/gm, (spaces) => " ".repeat(spaces.length / 2));
}

function methodMap(model: Model): string {
  const refer = ({ component, canonical }: TypeRef) =>
    canonical && model.name !== CANONICAL ? `a2a.${typeName(component)}` : model.names.type(component);
  const rows = model.methods.map(
    ({ name, params, result, streaming }) =>
      `  ${quotedKey(name)}: { params: ${refer(params)}; result: ${refer(result)}; streaming: ${streaming} };\n`,
  );
  return `/** What each method takes and gives. */\nexport interface MethodMap {\n${rows.join("")}}\n\nexport type Method = keyof MethodMap;\n`;
}
