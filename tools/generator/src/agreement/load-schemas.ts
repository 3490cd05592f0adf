import ts from "typescript";
import * as z from "zod";
import * as helpers from "../runtime/json-schema.ts";

type Exports = Readonly<Record<string, unknown>>;

/** Runs an emitted schemas module, without writing it to disk. `others` are the emitted modules that it may import. */
export function loadSchemas(text: string, others: Readonly<Record<string, Exports>> = {}): Exports {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
  });
  const known: Readonly<Record<string, Exports>> = { zod: z, "./json-schema.ts": helpers, ...others };
  const require = (name: string) => {
    const found = known[name];
    if (!found) throw new Error(`${name} is not known here`);
    return found;
  };
  const exports: Record<string, unknown> = {};
  new Function("require", "exports", outputText)(require, exports);
  return exports;
}

export function schemaOf(exports: Exports, name: string): z.ZodType {
  const schema = exports[name];
  if (!(schema instanceof z.ZodType)) throw new Error(`${name} is no schema`);
  return schema;
}
