import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.ts";
import { type Published, readManifest, root } from "./workspace.ts";

/** Milliseconds. A cold cache downloads about 170 MB once. */
const INSTALL_TIMEOUT = 300_000;
const PACK_TIMEOUT = 120_000;

/**
 * Makes `folder` a project with exactly these dependencies (name → version, `npm:` alias or `file:` tarball) and installs them with npm; `overrides` hold below them.
 * Install scripts do not run. Rejects, naming what is wanted, when the registry cannot be reached or lacks one of them.
 */
export async function installPackages(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, string>> = {},
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const manifest = { private: true, type: "module", dependencies, overrides };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2));
  const wanted = Object.entries(dependencies).map(([name, version]) => `${name} (${version})`);
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  await run({
    command: "npm",
    args: [
      "install",
      "--ignore-scripts",
      "--prefer-offline",
      "--fetch-retries=1",
      "--fetch-retry-mintimeout=1000",
      ...quiet,
    ],
    cwd: folder,
    purpose: `install from the npm registry, which must be in reach for this test: ${wanted.join(", ")}`,
    timeout: INSTALL_TIMEOUT,
  });
}

/** Packs the built packages as `publish` would, into `folder`; resolves to the path of the tarball per name. */
export async function packPackages(
  packages: readonly Published[],
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const unbuilt = packages.filter((pkg) => !existsSync(join(pkg.folder, "dist"))).map(({ name }) => name);
  if (unbuilt.length > 0)
    throw new Error(`build the packages first (turbo run build): no dist in ${unbuilt.join(", ")}`);
  const [command, ...first] = pnpmCommand(process.env);
  const filters = packages.map(({ name }) => `--filter=${name}`);
  const stdout = await run({
    command,
    args: [...first, ...filters, "pack", "--json", "--pack-destination", folder],
    cwd: root,
    purpose: "pack the packages",
    timeout: PACK_TIMEOUT,
  });
  const packed = JSON.parse(stdout) as readonly { name: string; filename: string }[];
  return new Map(packed.map(({ name, filename }) => [name, filename]));
}

/** The pnpm that runs this script, else the one that the workspace names. */
export function pnpmCommand({ npm_execpath }: NodeJS.ProcessEnv): [string, ...string[]] {
  if (npm_execpath?.includes("pnpm")) return [process.execPath, npm_execpath];
  return ["npx", "--yes", readManifest(root).packageManager ?? "pnpm"];
}
