import { fileURLToPath } from "node:url";
import ts from "typescript";

/** Two ways to set up a project: as strict as it gets, and as most applications have it. */
const projects = {
  strict: {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  },
  bundled: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
} as const satisfies Record<string, ts.CompilerOptions>;

/** Type-checks files that exist in memory only, and returns what the compiler says; nothing means that they are right. */
export function typeCheck(
  files: Readonly<Record<string, string>>,
  project: keyof typeof projects = "strict",
): readonly string[] {
  const folder = fileURLToPath(new URL("./in-memory", import.meta.url));
  const virtual = new Map(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts"],
    ...projects[project],
    strict: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => virtual.has(path) || disk.fileExists(path),
    directoryExists: (path) =>
      folder.startsWith(path) ||
      virtual.has(path) ||
      [...virtual.keys()].some((file) => file.startsWith(`${path}/`)) ||
      (disk.directoryExists?.(path) ?? false),
    readFile: (path) => virtual.get(path) ?? disk.readFile(path),
    getSourceFile: (path, target) => {
      const text = virtual.get(path);
      return text === undefined ? disk.getSourceFile(path, target) : ts.createSourceFile(path, text, target);
    },
  };
  const program = ts.createProgram([...virtual.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const { file, start = 0, messageText } = diagnostic;
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName.slice(folder.length + 1) ?? ""}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}
