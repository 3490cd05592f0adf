import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packPackages } from "./npm.ts";
import { publintProblems, tarballFiles, typesProblems } from "./tarball.ts";
import { published, root } from "./workspace.ts";

const folder = mkdtempSync(join(tmpdir(), "a2akit-tarballs-"));
let tarballs: ReadonlyMap<string, string>;
beforeAll(async () => {
  tarballs = await packPackages(published, folder);
}, 150_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tarballOf = (name: string) => tarballs.get(name) ?? expect.fail(`pnpm pack left out ${name}`);

describe.each(published)("$name, packed", (pkg) => {
  it("passes publint --strict", async () => {
    expect(await publintProblems(tarballOf(pkg.name))).toEqual([]);
  });

  it("passes attw --profile esm-only", async () => {
    expect(await typesProblems(tarballOf(pkg.name))).toEqual([]);
  });

  it("holds README, LICENSE, the build and what its manifest names, and nothing else", async () => {
    const files = await tarballFiles(tarballOf(pkg.name));
    const named = (pkg.manifest.files ?? []).filter((path) => path !== "dist");
    const wanted = ["LICENSE", "README.md", "package.json", ...named];
    expect(files.filter((path) => !path.startsWith("dist/"))).toEqual(wanted.sort());
    expect(files.filter((path) => /^dist\/.*\.js$/.test(path))).not.toEqual([]);
    expect(files.filter((path) => /\.test[.-]/.test(path))).toEqual([]);
  });

  it("says on npm what it is and where it runs", () => {
    const { description, keywords, license, type, sideEffects, engines, exports = {} } = pkg.manifest;
    expect(description).toMatch(/^\S.{30,}[^.]$/);
    expect(keywords).toEqual(expect.arrayContaining(["a2a", "agent2agent"]));
    expect({ license, type }).toEqual({ license: "Apache-2.0", type: "module" });
    // Of what nobody can import, no bundler has to know it.
    const isImportable = Object.keys(exports).some((path) => path !== "./package.json");
    expect(sideEffects).toBe(isImportable ? false : undefined);
    expect(engines?.node).toMatch(/^>=(20\.19|22\.13)\.0$/);
  });

  it("has a README that begins with its name and shows how to use it", () => {
    const readme = readFileSync(join(pkg.folder, "README.md"), "utf8");
    expect(readme.split("\n")[0]).toBe(`# ${pkg.name}`);
    expect(readme).toMatch(/^```(ts|sh|console)\b/m);
  });
});

it("builds every published package before this test runs", () => {
  const turbo = JSON.parse(readFileSync(join(root, "turbo.json"), "utf8"));
  const own = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));
  const awaited = turbo.tasks["@a2akit/pack-check#test"].dependsOn as string[];
  expect(awaited).toContain("^build");
  const built = [...Object.keys(own.devDependencies), ...awaited.map((task) => task.replace(/#build$/, ""))];
  expect(built).toEqual(expect.arrayContaining(published.map(({ name }) => name)));
});
