import { relative } from "node:path";
import ts from "typescript";
import { root } from "./workspace.ts";

/** What a worker in a browser offers, and so does every runtime with the Fetch API. */
const web: ts.CompilerOptions = {
  lib: ["lib.es2023.d.ts", "lib.webworker.d.ts", "lib.webworker.iterable.d.ts", "lib.webworker.asynciterable.d.ts"],
  types: [],
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
};

/** Globals of Node that portable code may ask for with `typeof` and do without. */
const OPTIONAL = /Cannot find name '(setImmediate)'/;

/** What the compiler finds wrong with sources when nothing but the web's globals is there: a `Buffer`, a `process`. */
export function webProblems(files: readonly string[]): string[] {
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...files], web))
    .map(({ file, start, messageText }) => {
      const line = file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
      const place = file === undefined ? "" : `${relative(root, file.fileName)}:${line + 1} `;
      return `${place}${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    })
    .filter((problem) => !OPTIONAL.test(problem));
}
