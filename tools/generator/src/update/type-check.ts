import { readdir, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import ts from "typescript";
import type { Difference } from "../write.ts";

export interface TypeCheck {
  /** The projects that were checked, as paths below the root. */
  readonly projects: readonly string[];
  /** What the compiler says, each with its file and line; none when all is well. */
  readonly errors: readonly string[];
  /** How many errors there are without the differences, too. */
  readonly known: number;
}

/** The folders whose packages are built on what is generated. */
const folders = ["packages", "apps"];

/** Type-checks the packages of a repository as if the differences were written already. What is wrong without them does not count. */
export async function typeCheckWith(root: string, differences: readonly Difference[]): Promise<TypeCheck> {
  const base = await realpath(root);
  const changed = new Map(differences.map(({ path, after }) => [join(base, path), after]));
  const projects = await projectsOf(base);
  const check = (project: string, overlay: Overlay) => checkProject(join(base, project), overlay);
  const [sources, untouched] = [new Map<string, ts.SourceFile>(), new Map<string, ts.SourceFile>()];
  const results = projects.map((project) => {
    const errors = check(project, { base, changed, sources });
    const before = errors.length > 0 ? check(project, { base, changed: new Map(), sources: untouched }) : [];
    return { errors, before };
  });
  const old = new Set(results.flatMap(({ before }) => before));
  const errors = new Set(results.flatMap((result) => result.errors));
  return { projects, errors: [...errors].filter((error) => !old.has(error)), known: old.size };
}

async function projectsOf(base: string): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const items = await readdir(join(base, folder), { withFileTypes: true }).catch(() => []);
      return items.filter((item) => item.isDirectory()).map(({ name }) => `${folder}/${name}`);
    }),
  );
  return found.flat().filter((project) => ts.sys.fileExists(join(base, project, "tsconfig.json")));
}

interface Overlay {
  readonly base: string;
  /** Absolute path → the text that will be there; undefined when the file will be gone. */
  readonly changed: ReadonlyMap<string, string | undefined>;
  /** Parsed once for all projects. */
  readonly sources: Map<string, ts.SourceFile>;
}

function checkProject(folder: string, overlay: Overlay): readonly string[] {
  const { base, changed } = overlay;
  const file = join(folder, "tsconfig.json");
  const config = ts.getParsedCommandLineOfConfigFile(
    file,
    { noEmit: true, skipLibCheck: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  );
  if (!config) return [`${relative(base, file)} cannot be read`];
  const own = [...changed].flatMap(([path, text]) =>
    text !== undefined && path.startsWith(`${folder}/src/`) && path.endsWith(".ts") ? [path] : [],
  );
  const names = [...new Set([...config.fileNames, ...own])].filter(
    (path) => !changed.has(path) || changed.get(path) !== undefined,
  );
  const program = ts.createProgram(names, config.options, hostOf(config.options, overlay));
  return ts.getPreEmitDiagnostics(program).map(({ file: place, start = 0, messageText }) => {
    const line = place ? place.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${place ? relative(base, place.fileName) : relative(base, folder)}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

function hostOf(options: ts.CompilerOptions, { changed, sources }: Overlay): ts.CompilerHost {
  const disk = ts.createCompilerHost(options);
  const has = (path: string) => changed.has(path);
  const readFile = (path: string) => (has(path) ? changed.get(path) : disk.readFile(path));
  return {
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
}
