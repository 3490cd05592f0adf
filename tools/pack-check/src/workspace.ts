import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../../..");

/** What this tool reads of a package.json; the rest of it is npm's business. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly packageManager?: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly type?: string;
  readonly sideEffects?: boolean;
  readonly engines?: { readonly node?: string };
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly publishConfig?: { readonly exports?: Manifest["exports"] };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package of this workspace that goes to npm. */
export interface Published {
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  readonly manifest: Manifest;
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** Every package that is not private: a new one is checked without being listed here. */
export const published: readonly Published[] = globSync("{packages,tools,apps}/*/package.json", { cwd: root })
  .map((path) => join(root, path, ".."))
  .map((folder) => ({ folder, manifest: readManifest(folder) }))
  .filter(({ manifest }) => manifest.private !== true)
  .map(({ folder, manifest }) => ({ name: manifest.name, folder, manifest }))
  .sort((a, b) => a.name.localeCompare(b.name));

/** What a user imports: `@a2akit/types/moltrust` for the key `./moltrust`. */
export const importPath = (name: string, key: string): string => `${name}${key.slice(1)}`;

/** Source file per import path, from the `exports` map for work; non-code entries left out. */
export function sourceEntries({ name, folder, manifest }: Published): ReadonlyMap<string, string> {
  const entries = Object.entries(manifest.exports ?? {}).flatMap(([key, target]) =>
    typeof target === "string" && target.endsWith(".ts")
      ? [[importPath(name, key), join(folder, target)] as const]
      : [],
  );
  return new Map(entries);
}

/** The sources that the package ships start from: its entries and, for a command, the source of its binary. */
export function shippedSources(pkg: Published): ReadonlyMap<string, string> {
  const binaries = Object.entries(pkg.manifest.bin ?? {}).map(([command, target]) => {
    const source = target.replace(/^(\.\/)?dist\/(.*)\.js$/, "src/$2.ts");
    return [`${pkg.name} (${command})`, join(pkg.folder, source)] as const;
  });
  return new Map([...sourceEntries(pkg), ...binaries]);
}

/** Declaration file per import path of a packed or installed package. */
export function declarationEntries({ name, folder, manifest }: Published): ReadonlyMap<string, string> {
  return new Map(builtTargets(manifest).map(([key, { types }]) => [importPath(name, key), join(folder, types)]));
}

/** JavaScript file per import path of a packed or installed package, and per command. */
export function codeEntries({ name, folder, manifest }: Published): ReadonlyMap<string, string> {
  const modules = builtTargets(manifest).map(([key, target]) => [importPath(name, key), target.default] as const);
  const commands = Object.entries(manifest.bin ?? {}).map(([command, path]) => [`${name} (${command})`, path] as const);
  return new Map([...modules, ...commands].map(([path, file]) => [path, join(folder, file)]));
}

const builtTargets = (manifest: Manifest) =>
  Object.entries(manifest.exports ?? {}).flatMap(([key, target]) =>
    typeof target === "string" ? [] : [[key, target] as const],
  );
