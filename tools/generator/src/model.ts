import { createNames, type Names } from "./emit/names.ts";
import { checkExtension } from "./extension.ts";
import type { Report } from "./findings.ts";
import { at, entries, type JsonObject, stringOr } from "./json.ts";
import { type MethodEntry, readMethods } from "./methods.ts";
import { createNormalizer, type NormalizeOptions } from "./normalize.ts";
import { type Card, findCard, findRpc, type Rpc } from "./operations.ts";
import { join } from "./pointer.ts";
import type { Schema } from "./schema.ts";

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
  const { normalize } = createNormalizer(
    { ...document, components: { ...(document.components as object), schemas } },
    options,
  );
  const components = new Map(
    entries(schemas).map(([name, schema]) => [name, normalize(schema as Schema, join("/components/schemas", name))]),
  );
  const names = createNames(components.keys());
  tellNumbers(names, report);
  return {
    ...identity,
    title: stringOr(at(document, "info", "title"), identity.name),
    version: stringOr(at(document, "info", "version"), ""),
    document,
    components,
    names,
    ...(rpc && { rpc }),
    ...(card && { card }),
    methods,
  };
}

/** Who is called otherwise than the file says should hear of it. */
function tellNumbers({ type, numbered }: Names, report: Report): void {
  for (const [component, other] of numbered) {
    const pointer = join("/components/schemas", component);
    report("name-numbered", pointer, `${other} is called ${type(other)}, so ${component} is called ${type(component)}`);
  }
}
