import ts from "typescript";

/** Names of one module: what exists when the program runs, and what only the compiler sees. */
export interface ExportedNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** The exported names of each module (import path → source or declaration file), sorted. */
export function exportedNames(modules: ReadonlyMap<string, string>): ReadonlyMap<string, ExportedNames> {
  const program = ts.createProgram([...modules.values()], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    allowImportingTsExtensions: true,
    noLib: true,
    types: [],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  return new Map([...modules].map(([path, file]) => [path, namesOf(file)]));

  function namesOf(file: string): ExportedNames {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is missing or exports nothing`);
    const symbols = checker.getExportsOfModule(module);
    const names = (wanted: boolean) =>
      symbols
        .filter((symbol) => isValue(symbol) === wanted)
        .map((symbol) => symbol.name)
        .sort();
    return { values: names(true), types: names(false) };
  }

  function isValue(symbol: ts.Symbol): boolean {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    if (isAlias && symbol.declarations?.some(ts.isTypeOnlyExportDeclaration)) return false;
    const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    return (target.flags & ts.SymbolFlags.Value) !== 0;
  }
}

/** The names as a text that reads well and differs line by line: a module per paragraph, its values, then its types. */
export function renderSurface(surface: ReadonlyMap<string, ExportedNames>): string {
  const paragraphs = [...surface].map(([path, { values, types }]) =>
    [path, ...values.map((name) => `  ${name}`), ...types.map((name) => `  type ${name}`)].join("\n"),
  );
  return `${paragraphs.join("\n\n")}\n`;
}
