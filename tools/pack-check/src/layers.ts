import { type Import, outwardImports, packageOf } from "./imports.ts";

/** What the code that a package ships may import. `node:` stands for the modules of Node. */
interface Layer {
  readonly mayImport: readonly string[];
  /** By import path: what an entry, and the files that only it reaches, may import on top. */
  readonly entries?: Readonly<Record<string, readonly string[]>>;
}

const types = "@a2akit/types";
const schemas = "@a2akit/schemas";
const protocol = "@a2akit/protocol";
const client = "@a2akit/client";
const server = "@a2akit/server";

/** Layers point one way: types ← protocol ← client, server, schemas ← cli; types, protocol, schemas ← server. The generator stands apart. */
export const layers: Readonly<Record<string, Layer>> = {
  [types]: { mayImport: [] },
  [schemas]: { mayImport: ["zod"] },
  [protocol]: { mayImport: [types] },
  [client]: { mayImport: [types, protocol], entries: { "@a2akit/client/validate": [schemas] } },
  [server]: {
    mayImport: [types, protocol, schemas, "zod"],
    entries: {
      "@a2akit/server/jwt": ["jose"],
      "@a2akit/server/node": ["node:"],
      "@a2akit/server/express": ["express", "node:"],
      "@a2akit/server/fastify": ["fastify", "node:"],
      "@a2akit/server/opentelemetry": ["@opentelemetry/api"],
      "@a2akit/server/sign-card": ["jose"],
      "@a2akit/server/sqlite": ["node:"],
    },
  },
  // What a server, the generator or the rules of conformance are needed for is loaded when it runs.
  "@a2akit/cli": {
    mayImport: [
      types,
      schemas,
      protocol,
      client,
      server,
      "@a2akit/conformance",
      "@a2akit/generator",
      "jose",
      "yaml",
      "zod",
      "node:",
    ],
  },
  "@a2akit/generator": {
    mayImport: [
      "@redocly/openapi-core",
      "ajv",
      "ajv-formats",
      "fast-check",
      "jsonpath-rfc9535",
      "openapi-typescript",
      "typescript",
      "yaml",
      "node:",
    ],
  },
};

/** Whether an entry (by import path) keeps to what every JavaScript runtime has. */
export function isPortable(name: string, path: string): boolean {
  const layer = layers[name];
  return layer !== undefined && ![...layer.mayImport, ...(layer.entries?.[path] ?? [])].includes("node:");
}

/** The imports that a package's layer forbids, of everything its entries (import path → file) reach. */
export function forbiddenImports(name: string, entries: ReadonlyMap<string, string>): Import[] {
  const layer = layers[name];
  if (layer === undefined) throw new Error(`${name} has no row in the table of layers`);
  return [...entries].flatMap(([path, file]) => {
    const allowed = [...layer.mayImport, ...(layer.entries?.[path] ?? [])];
    return outwardImports([file]).filter(({ specifier }) => !allowed.includes(packageOf(specifier)));
  });
}
