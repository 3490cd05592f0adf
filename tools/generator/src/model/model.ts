import type { Report } from "../findings.ts";
import { at, entries, type JsonObject, stringOr } from "../json.ts";
import { createNormalizer, type NormalizeOptions, type Normalizer } from "../normalize/normalize.ts";
import { join } from "../pointer.ts";
import type { Schema } from "../schema.ts";
import { checkCircles } from "./circles.ts";
import { checkExtension } from "./extension.ts";
import { type MethodEntry, readMethods } from "./methods.ts";
import { createNames, type Names } from "./names.ts";
import { type Card, findCard, findRpc, type Rpc } from "./operations.ts";

/** One OpenAPI file, read: neutral, without a trace of how it was written. */
export interface Model {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly sha256: string;
  /** The bundled document with its overlay. */
  readonly document: JsonObject;
  /** Every component schema, normalized, in the order of the file. */
  readonly components: ReadonlyMap<string, Schema>;
  /** JSON pointer of those to which the file gives no name. */
  readonly places: ReadonlyMap<string, string>;
  /** What they are called in TypeScript. */
  readonly names: Names;
  /** The JSON-RPC operation; absent when the file has none (which is an error). */
  readonly rpc?: Rpc;
  /** The operation that returns the Agent Card, where the file has one. */
  readonly card?: Card;
  readonly methods: readonly MethodEntry[];
}

export interface Identity {
  readonly name: string;
  readonly sha256: string;
}

export function buildModel(document: JsonObject, identity: Identity, options: NormalizeOptions): Model {
  const { report } = options;
  const rpc = findRpc(document, report);
  const card = findCard(document);
  if (rpc) checkExtension(document, rpc, { name: identity.name, report });
  const { schemas, methods } = readMethods(document, rpc, report);
  const { normalize, recurrent } = createNormalizer(withSchemas(document, schemas), options);
  const written = entries(schemas).map(([name, schema]) => [name, normalize(schema as Schema, name)] as const);
  const components = new Map([
    ...written,
    ...[...recurrent].map(([name, { normalized }]) => [name, normalized] as const),
  ]);
  const places = new Map([...recurrent].map(([name, { pointer }]) => [name, pointer] as const));
  const place = (component: string) => placeOf({ places }, component);
  checkCircles(components, place, report);
  const names = createNames(components.keys());
  tellNumbers(names, place, report);
  return {
    ...identity,
    title: stringOr(at(document, "info", "title"), identity.name),
    version: stringOr(at(document, "info", "version"), ""),
    document: recurrent.size === 0 ? document : withSchemas(document, { ...schemas, ...writtenOf(recurrent) }),
    components,
    places,
    names,
    ...(rpc && { rpc }),
    ...(card && { card }),
    methods,
  };
}

function withSchemas(document: JsonObject, schemas: object): JsonObject {
  return { ...document, components: { ...(document.components as object), schemas } as JsonObject };
}

function writtenOf(recurrent: Normalizer["recurrent"]): object {
  return Object.fromEntries([...recurrent].map(([name, { written }]) => [name, written]));
}

/** Where in the document a component stands. */
export function placeOf({ places }: Pick<Model, "places">, component: string): string {
  return places.get(component) ?? join("/components/schemas", component);
}

/** Who is called otherwise than the file says should hear of it. */
function tellNumbers({ type, numbered }: Names, place: (component: string) => string, report: Report): void {
  for (const [component, other] of numbered) {
    report(
      "name-numbered",
      place(component),
      `${other} is called ${type(other)}, so ${component} is called ${type(component)}`,
    );
  }
}
