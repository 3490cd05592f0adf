import ts from "typescript";

/** Which file a file imports, as far as it was asked. */
export type Imports = Map<string, Set<string>>;

type Resolver = NonNullable<ts.CompilerHost["resolveModuleNameLiterals"]>;

/** Resolves imports as the compiler does of itself, and keeps in `imports` what was found. */
export function recordImports(host: ts.CompilerHost, base: string, imports: Imports): Resolver {
  const cache = ts.createModuleResolutionCache(base, (path) => path);
  return (literals, file, redirected, options, source) =>
    literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(source, literal, options);
      const found = ts.resolveModuleName(literal.text, file, options, host, cache, redirected, mode);
      const target = found.resolvedModule?.resolvedFileName;
      if (target !== undefined) imports.set(file, (imports.get(file) ?? new Set()).add(target));
      return found;
    });
}

/**
 * The files whose types can be others for it when these change: those themselves, and all that import one of them, directly or not.
 * Undefined is all, where a file is gone or decides what imports mean.
 */
export function affectedFiles(
  changed: ReadonlyMap<string, string | undefined>,
  imports: Imports,
): ReadonlySet<string> | undefined {
  const decides = ([path, text]: readonly [string, string | undefined]) =>
    text === undefined || /(?:^|\/)(?:package|tsconfig[^/]*)\.json$/.test(path);
  if ([...changed].some(decides)) return undefined;
  const importers = new Map<string, string[]>();
  for (const [file, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  const found = new Set(changed.keys());
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return found;
}
