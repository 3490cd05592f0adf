/** Names that a type alias may not have, or that the generated files need for themselves. */
const taken = new Set([
  ...[
    "any",
    "bigint",
    "boolean",
    "never",
    "null",
    "number",
    "object",
    "string",
    "symbol",
    "undefined",
    "unknown",
    "void",
  ],
  ...[
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "export",
  ],
  ...[
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "new",
    "return",
    "super",
    "switch",
  ],
  ...[
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "while",
    "with",
    "implements",
    "interface",
    "let",
    "package",
    "private",
  ],
  ...["protected", "public", "static", "yield", "await", "async", "type", "a2a", "z", "Record", "MethodMap", "Method"],
]);

/** The identifier that stands for a component in TypeScript; a name that is taken gets a `_`. */
export function typeName(component: string): string {
  const name = component.replaceAll(/[^\w$]+/g, "_").replace(/^(?=\d)/, "_");
  return taken.has(name) ? `${name}_` : name;
}

export function schemaName(component: string): string {
  return `${component.replaceAll(/[^\w$]+/g, "_").replace(/^(?=\d)/, "_")}Schema`;
}

/** `cdq-genius` → `cdqGenius`. */
export function camelCase(name: string): string {
  return name.replaceAll(/[-_.]+(.)/g, (_match, letter: string) => letter.toUpperCase());
}
