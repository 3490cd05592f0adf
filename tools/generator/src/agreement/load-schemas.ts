import ts from "typescript";
import * as z from "zod";
import * as mini from "zod/mini";
import { emitHelpers } from "../helpers.ts";
import * as helpers from "../runtime/json-schema.ts";

type Exports = Readonly<Record<string, unknown>>;

/** Runs an emitted schemas module, without writing it to disk. `others` are the emitted modules that it may import. */
export function loadSchemas(text: string, others: Readonly<Record<string, Exports>> = {}): Exports {
  const isMini = text.includes(' from "zod/mini";');
  const own = isMini ? { "zod/mini": mini, "./json-schema.ts": miniHelpers } : { zod: z, "./json-schema.ts": helpers };
  return evaluate(text, { ...own, ...others });
}

const miniHelpers = evaluate(emitHelpers("zod/mini"), { "zod/mini": mini });

function evaluate(text: string, known: Readonly<Record<string, Exports>>): Exports {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
  });
  const require = (name: string) => {
    const found = known[name];
    if (!found) throw new Error(`${name} is not known here`);
    return found;
  };
  const exports: Record<string, unknown> = {};
  new Function("require", "exports", outputText)(require, exports);
  return exports;
}

/** A schema of either zod. */
export function schemaOf(exports: Exports, name: string): Pick<z.ZodType, "safeParse" | "parse"> {
  const schema = exports[name];
  if (!(schema instanceof z.ZodType || schema instanceof mini.ZodMiniType)) throw new Error(`${name} is no schema`);
  return schema as Pick<z.ZodType, "safeParse" | "parse">;
}
