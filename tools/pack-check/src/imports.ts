import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import ts from "typescript";

/** One `import`, `export … from`, `import(…)` or `/// <reference types>`. */
export interface Import {
  readonly file: string;
  readonly specifier: string;
}

const isRelative = (specifier: string) => specifier.startsWith(".");

/** Everything that a file of TypeScript, JavaScript or declarations imports, types included. Text within templates is no import. */
export function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const found = source.typeReferenceDirectives.map(({ fileName }) => fileName);
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier && ts.isStringLiteralLike(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map((specifier) => ({ file, specifier }));
}

/** What a node names that may import a module. */
function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return node.arguments[0];
  return undefined;
}

/** The imports that leave the package, of all files that can be reached from `entries` through relative imports. */
export function outwardImports(entries: Iterable<string>): Import[] {
  const files = new Set(entries);
  const outward: Import[] = [];
  for (const file of files) {
    for (const found of importsOf(file)) {
      if (isRelative(found.specifier)) files.add(resolveRelative(found));
      else outward.push(found);
    }
  }
  return outward;
}

/** A declaration file names the JavaScript beside its neighbour. */
function resolveRelative({ file, specifier }: Import): string {
  const path = join(dirname(file), specifier);
  return file.endsWith(".d.ts") ? path.replace(/\.js$/, ".d.ts") : path;
}

/** `@a2akit/types/moltrust` → `@a2akit/types`, `zod/v4` → `zod`, `fs` and `node:fs` → `node:`. */
export function packageOf(specifier: string): string {
  if (specifier.startsWith("node:") || builtinModules.includes(specifier) || specifier === "node") return "node:";
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
