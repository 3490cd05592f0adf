import type { Layout } from "../emit/layout.ts";
import type { ZodModule } from "../helpers.ts";

/** The ending by which generated modules import each other. */
export type Extension = "js" | "ts";

/** What can be made of the components. */
export const kinds = ["types", "schemas", "mini"] as const;
export type Kind = (typeof kinds)[number];

/** The kinds that a list names, such as `types,mini`. @throws Error that says what is wrong with it. */
export function parseKinds(text: string): readonly Kind[] {
  return text.split(",").map((part) => {
    const kind = kinds.find((name) => name === part.trim());
    if (!kind) throw new Error(`--emit: ${JSON.stringify(text)} is not a list of ${kinds.join(", ")}`);
    return kind;
  });
}

/** The files of a generated folder. */
export const moduleFiles = {
  own: { types: "types.ts", schemas: "schemas.ts", mini: "mini.ts" },
  canonical: { types: "a2a-types.ts", schemas: "a2a-schemas.ts", mini: "a2a-mini.ts" },
  helpers: { zod: "json-schema.ts", "zod/mini": "json-schema-mini.ts" },
  dialect: "dialect.ts",
  readme: "README.md",
} as const;

/** How the types, or the schemas of one zod, find the modules beside them. */
export function layoutFor(kind: "types" | ZodModule, extension: Extension): Layout {
  const keys = { types: "types", zod: "schemas", "zod/mini": "mini" } as const;
  return {
    canonical: specifierOf(moduleFiles.canonical[keys[kind]], extension),
    helpers: specifierOf(moduleFiles.helpers[kind === "types" ? "zod" : kind], extension),
    regenerate: "generate again",
  };
}

/** What an import of that file says. */
export function specifierOf(file: string, extension: Extension): string {
  return `./${file.replace(/\.ts$/, `.${extension}`)}`;
}
