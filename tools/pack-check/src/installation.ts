import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Project, projects } from "./consumers.ts";
import { installPackages, packPackages } from "./npm.ts";
import { installToolchain, type Toolchain } from "./toolchain.ts";
import { type Published, published, readManifest } from "./workspace.ts";

/** The types of Node that a consumer on Node installs. */
const nodeTypes = { "@types/node": "24.19.4" };

/** What some entries need beside their package, as the packages themselves ask for it: a project that has everything has it, too. */
const peers: Readonly<Record<string, string>> = Object.assign(
  {},
  ...published.map(({ manifest }) => manifest.peerDependencies),
);

/** What a stranger's machine holds after `npm install`. */
export interface Installation {
  /** Everything lies below it; to be removed in the end. */
  readonly folder: string;
  readonly toolchain: Toolchain;
  /** Folder of a project, which holds the consumers' sources. */
  project(name: Project): string;
  /** A package as it stands in the project that has them all. */
  installed(pkg: Published): Published;
}

/** Packs all packages and installs the tarballs with npm into empty projects in the temporary folder, outside the workspace. */
export async function installEverything(): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "a2akit-pack-check-"));
  const project = (name: Project) => join(folder, name);
  const tarballs = await packPackages(published, folder);
  for (const [name, packages] of Object.entries(projects) as [Project, readonly string[]][]) {
    const dependencies = Object.fromEntries(packages.map((pkg) => [pkg, `file:${tarballs.get(pkg)}`]));
    const beside = name === "everything" ? { ...peers, ...nodeTypes } : {};
    await installPackages(project(name), { ...beside, ...dependencies });
    cpSync(join(import.meta.dirname, "consumer"), project(name), { recursive: true });
  }
  return {
    folder,
    toolchain: await installToolchain(join(folder, "toolchain")),
    project,
    installed({ name }) {
      const installedFolder = join(project("everything"), "node_modules", name);
      return { name, folder: installedFolder, manifest: readManifest(installedFolder) };
    },
  };
}
