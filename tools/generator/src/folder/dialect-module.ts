import { banner, oneLine } from "../emit/banner.ts";
import { literal, print, record } from "../emit/code.ts";
import { camelCase } from "../identifiers.ts";
import type { DialectRecord } from "../model/dialect.ts";
import type { Model } from "../model/model.ts";
import { layoutFor } from "./modules.ts";

/** The dialect as a value that needs no package: its shape is that of `Dialect` in @a2akit/protocol. */
export function emitDialectModule(model: Model, { spec, ...facts }: DialectRecord): string {
  const pairs = Object.entries(facts).map(([key, value]) => [key, literal(value)] as const);
  return [
    banner([model], layoutFor("types", "js")),
    `/** ${oneLine(`${model.title}, ${model.version}`)}. */\n`,
    `export const ${camelCase(model.name)} = ${print(record(pairs, true))} as const;\n`,
    "\n/** The file that it was read from. */\n",
    `export const spec = ${print(literal(spec))} as const;\n`,
  ].join("");
}
