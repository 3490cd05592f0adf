import { readdir, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import ts from "typescript";
import type { Difference } from "../write.ts";
import { affectedFiles, type Imports, recordImports } from "./affected-files.ts";

export interface TypeCheck {
  /** The projects that were checked, as paths below the root. */
  readonly projects: readonly string[];
  /** What the compiler says, each with its file and line; none when all is well. */
  readonly errors: readonly string[];
  /** How many errors there are without the differences, too. */
  readonly known: number;
}

const CONFIG = "tsconfig.json";

/** The folders whose packages are built on what is generated. */
const folders = ["packages", "apps"];

/** Type-checks the packages of a repository as if the differences were written already. What is wrong without them does not count. */
export async function typeCheckWith(root: string, differences: readonly Difference[]): Promise<TypeCheck> {
  const base = await realpath(root);
  const changed = new Map(differences.map(({ path, after }) => [join(base, path), after]));
  const projects = await projectsOf(base);
  const { groups, unread } = groupsOf(projects.map((project) => join(base, project)));
  const pass = (own: Overlay["changed"]) => ({
    base,
    changed: own,
    affecting: changed,
    sources: new Map(),
    checked: new Set<string>(),
  });
  const [overlay, untouched] = [pass(changed), pass(new Map())];
  const results = groups.map((group) => {
    const errors = checkGroup(group, groups, overlay);
    return { errors, before: errors.length > 0 ? checkGroup(group, groups, untouched) : [] };
  });
  const old = new Set(results.flatMap(({ before }) => before));
  const errors = new Set([
    ...unread.map((folder) => `${relative(base, join(folder, CONFIG))} cannot be read`),
    ...results.flatMap((result) => result.errors),
  ]);
  return { projects, errors: [...errors].filter((error) => !old.has(error)), known: old.size };
}

async function projectsOf(base: string): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const items = await readdir(join(base, folder), { withFileTypes: true }).catch(() => []);
      return items.filter((item) => item.isDirectory()).map(({ name }) => `${folder}/${name}`);
    }),
  );
  return found.flat().filter((project) => ts.sys.fileExists(join(base, project, CONFIG)));
}

/** Projects with the same options, which are checked together: what they share is looked at once. */
interface Group {
  readonly options: ts.CompilerOptions;
  readonly folders: readonly string[];
  readonly names: readonly string[];
}

function groupsOf(folders: readonly string[]): {
  readonly groups: readonly Group[];
  readonly unread: readonly string[];
} {
  const groups = new Map<string, Group>();
  const unread: string[] = [];
  for (const folder of folders) {
    const config = ts.getParsedCommandLineOfConfigFile(
      join(folder, CONFIG),
      { noEmit: true, skipLibCheck: true },
      { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
    );
    if (!config) {
      unread.push(folder);
      continue;
    }
    // Where the file with the options is, is none of them; only the types that it finds of itself depend on that.
    const { configFilePath: _path, ...options } = config.options;
    const key = JSON.stringify(options);
    const known = groups.get(key) ?? { options, folders: [], names: [] };
    const typeRoots = ts.getEffectiveTypeRoots(config.options, ts.sys) ?? [];
    groups.set(key, {
      options: { ...options, typeRoots: [...new Set([...(known.options.typeRoots ?? []), ...typeRoots])] },
      folders: [...known.folders, folder],
      names: [...known.names, ...config.fileNames],
    });
  }
  return { groups: [...groups.values()], unread };
}

interface Overlay {
  readonly base: string;
  /** Absolute path → the text that will be there; undefined when the file will be gone. */
  readonly changed: ReadonlyMap<string, string | undefined>;
  /** Whose types may be others, and with them those of all that import them; the same for both passes. */
  readonly affecting: ReadonlyMap<string, string | undefined>;
  /** Parsed once for all projects. */
  readonly sources: Map<string, ts.SourceFile>;
  /** The files of no project that were checked with one that imports them. */
  readonly checked: Set<string>;
}

function checkGroup(group: Group, groups: readonly Group[], overlay: Overlay): readonly string[] {
  const { base, changed } = overlay;
  const own = [...changed].flatMap(([path, text]) =>
    text !== undefined && path.endsWith(".ts") && group.folders.some((folder) => path.startsWith(`${folder}/src/`))
      ? [path]
      : [],
  );
  const names = [...new Set([...group.names, ...own])].filter(
    (path) => !changed.has(path) || changed.get(path) !== undefined,
  );
  const imports: Imports = new Map();
  const program = ts.createProgram(names, group.options, hostOf(group.options, overlay, imports));
  // Nearly all the time goes into looking at types: what imports nothing that changes is left out.
  const affected = affectedFiles(overlay.affecting, imports);
  const isChecked = (path: string) =>
    (affected?.has(path) ?? true) && isCheckedWith(group, groups, { path, checked: overlay.checked });
  return diagnosticsOf(program, isChecked).map(({ file: place, start = 0, messageText }) => {
    const line = place ? place.getLineAndCharacterOfPosition(start).line + 1 : 0;
    const where = place?.fileName ?? group.folders[0] ?? base;
    return `${relative(base, where)}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

/** A file is checked once: with its own project or, where it is of none, with the first that imports it. */
function isCheckedWith(
  group: Group,
  groups: readonly Group[],
  { path, checked }: { readonly path: string; readonly checked: Set<string> },
): boolean {
  const owner = groups.find(({ folders }) => folders.some((folder) => path.startsWith(`${folder}/`)));
  if (owner) return owner === group;
  const isNew = !checked.has(path);
  checked.add(path);
  return isNew;
}

function diagnosticsOf(program: ts.Program, isChecked: (path: string) => boolean): readonly ts.Diagnostic[] {
  const files = program.getSourceFiles().filter(({ fileName }) => isChecked(fileName));
  return [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    // Known only when the files have been looked at.
    ...program.getGlobalDiagnostics(),
  ];
}

function hostOf(options: ts.CompilerOptions, { base, changed, sources }: Overlay, imports: Imports): ts.CompilerHost {
  const disk = ts.createCompilerHost(options);
  const has = (path: string) => changed.has(path);
  const readFile = (path: string) => (has(path) ? changed.get(path) : disk.readFile(path));
  const host: ts.CompilerHost = {
    ...disk,
    readFile,
    directoryExists: (path) =>
      [...changed.keys()].some((file) => file.startsWith(`${path}/`)) || disk.directoryExists?.(path) === true,
    fileExists: (path) => (has(path) ? changed.get(path) !== undefined : disk.fileExists(path)),
    getSourceFile: (path, languageVersionOrOptions) => {
      const key = `${path} ${JSON.stringify(languageVersionOrOptions)}`;
      const known = sources.get(key);
      if (known) return known;
      const text = readFile(path);
      if (text === undefined) return undefined;
      const source = ts.createSourceFile(path, text, languageVersionOrOptions);
      sources.set(key, source);
      return source;
    },
  };
  return { ...host, resolveModuleNameLiterals: recordImports(host, base, imports) };
}
