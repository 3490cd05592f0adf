import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installPackages } from "../npm.ts";
import { run } from "../run.ts";
import { published, root } from "../workspace.ts";
import { type Registry, startRegistry } from "./registry.ts";
import { copyRepository, type RepositoryCopy } from "./repository-copy.ts";

/** Milliseconds, with room for a busy machine. */
const STEP_TIMEOUT = 600_000;

/** Of a vendor's dialect, what an application may rely on. */
const application = `import { methodSchemas } from "@a2akit/schemas/moltrust";
import type { MethodMap } from "@a2akit/types/moltrust";

type Params = MethodMap["GetTask"]["params"];
export const params: Params = { id: "task-1", history_length: 2 };
export const checked: Params = methodSchemas.GetTask.params.parse(params);
`;

const folder = mkdtempSync(join(tmpdir(), "a2akit-release-"));
let registry: Registry;
let copy: RepositoryCopy;
/** The version of the packages that are versioned together. */
let first: string;

beforeAll(async () => {
  registry = await startRegistry(join(folder, "registry"));
  copy = await copyRepository(join(folder, "repository"), registry.npmrc);
}, STEP_TIMEOUT);
afterAll(async () => {
  await registry?.stop();
  rmSync(folder, { recursive: true, force: true });
}, STEP_TIMEOUT);

interface PackageData {
  readonly versions: Readonly<Record<string, { readonly dependencies?: Readonly<Record<string, string>> }>>;
  readonly "dist-tags": Readonly<Record<string, string>>;
}

const dataOf = async (name: string) => (await registry.metadata(name)) as PackageData | undefined;
const versionIn = (path: string) =>
  (JSON.parse(readFileSync(join(copy.folder, path, "package.json"), "utf8")) as { version: string }).version;

/** Installs what the range allows into an empty project, and compiles the application; resolves with what the compiler says. */
async function compileWith(range: string): Promise<string> {
  const project = mkdtempSync(join(folder, "application-"));
  writeFileSync(join(project, ".npmrc"), registry.npmrc);
  await installPackages(project, { "@a2akit/types": range, "@a2akit/schemas": range });
  writeFileSync(join(project, "application.ts"), application);
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2023", "application.ts"];
  const compile = { command: process.execPath, args: [tsc, ...options], cwd: project, timeout: STEP_TIMEOUT };
  return run({ ...compile, purpose: "compile" }).catch((error: Error) => error.message);
}

it(
  "publishes all packages in the versions that the changesets say",
  async () => {
    // Where the versions have just been applied, as on the branch that is about to be released, there is no other changeset.
    writeFileSync(join(copy.folder, ".changeset/of-this-test.md"), '---\n"@a2akit/types": minor\n---\n\nA change.\n');
    await copy.pnpm("version-packages");
    await copy.commit("Version packages");
    await copy.pnpm("release");
    first = versionIn("packages/types");
    expect(first).not.toBe("0.0.0");
    for (const { name, folder: path } of published) {
      const version = versionIn(relative(root, path));
      const { versions = {} } = (await dataOf(name)) ?? {};
      expect(Object.keys(versions), name).toEqual([version]);
      expect(Object.values(versions[version]?.dependencies ?? {}).join(), name).not.toMatch(/workspace:|catalog:/);
    }
    const client = (await dataOf("@a2akit/client"))?.versions[first];
    expect(client?.dependencies).toMatchObject({ "@a2akit/protocol": `^${first}` });
    expect(await compileWith(`^${first}`)).toBe("");
  },
  STEP_TIMEOUT,
);

it(
  "a breaking change of a spec becomes a major version, which old applications notice at compile time and not before",
  async () => {
    const file = "specs/moltrust/openapi.yaml";
    const changed = join(folder, "openapi.yaml");
    writeFileSync(changed, readFileSync(join(copy.folder, file), "utf8").replaceAll("history_length", "history_limit"));
    const report = await copy.pnpm("--silent", "spec:update", "moltrust", changed);
    expect(report).toContain("history_length");
    await copy.pnpm("version-packages");
    const next = `${Number(first.split(".")[0]) + 1}.0.0`;
    expect([versionIn("packages/types"), versionIn("packages/schemas")]).toEqual([next, next]);
    const changelog = readFileSync(join(copy.folder, "packages/types/CHANGELOG.md"), "utf8");
    expect(changelog.slice(changelog.indexOf(`## ${next}\n\n### Major Changes\n`))).toMatch(/^##.*history_length/s);
    expect(existsSync(join(copy.folder, "packages/server/CHANGELOG.md"))).toBe(true);
    await copy.commit("Version packages");
    await copy.pnpm("release");
    expect((await dataOf("@a2akit/types"))?.["dist-tags"]).toEqual({ latest: next });

    expect(await compileWith(`^${first}`)).toBe("");
    const said = await compileWith(`^${next}`);
    expect(said).toMatch(
      /application\.ts\(5,\d+\): error TS2353: Object literal may only specify known properties, .*'history_length'/,
    );
  },
  STEP_TIMEOUT,
);
