import { expect, test } from "vitest";
import { type GitRepository, withRepository } from "../../testing/git-repository.ts";
import { withComponents } from "../../testing/read-text.ts";
import { repositoryWith } from "../../testing/repository.ts";
import { runCheck } from "./run.ts";

const fixed = { fixed: [["@a2akit/types", "@a2akit/schemas", "@a2akit/protocol", "@a2akit/server", "@a2akit/client"]] };
const document = withComponents({
  Note: { type: "object", properties: { text: { type: "string" }, tag: { type: "string" } } },
});
const spec = "specs/small/openapi.json";
const files = {
  ...(await repositoryWith({ name: "small", document })),
  ".changeset/config.json": JSON.stringify(fixed),
  ".changeset/README.md": "---\n'@a2akit/types': major\n---\nNot one.\n",
  ".changeset/old.md": "---\n'@a2akit/types': major\n---\nWas there before.\n",
};

async function check(
  { root }: GitRepository,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const printed: string[] = [];
  const code = await runCheck(["--root", root, ...args], { env, print: (text) => printed.push(text) });
  return { code, text: printed.join("") };
}

/** A branch of its own, on which the tag of a note is no longer described. */
async function breakOnBranch({ git, read, write }: GitRepository) {
  await git("switch", "--quiet", "--create", "work");
  await write(spec, (await read(spec)).replace(/"tag"/, '"label"'));
}

const changeset = (...rows: readonly string[]) =>
  `---\n${rows.map((row) => `"@a2akit/${row.replace(" ", '": ')}\n`).join("")}---\n\nThe tag is gone.\n`;

test("passes while no spec has changed", () =>
  withRepository(files, async (repository) => {
    await repository.git("switch", "--quiet", "--create", "work");
    expect(await check(repository)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^No spec has changed since main \(/),
    });
  }));

test("fails when a spec has changed and no changeset is new", () =>
  withRepository(files, async (repository) => {
    await breakOnBranch(repository);
    for (const committed of [false, true]) {
      if (committed) await repository.commit("break it");
      const { code, text } = await check(repository);
      expect(code).toBe(1);
      expect(text).toContain("small:\n  major: Note.tag is now called label\n");
      expect(text).toContain("@a2akit/types needs major, and no changeset names it.");
      expect(text).toContain("@a2akit/schemas needs major, and no changeset names it.");
      expect(text).not.toContain("@a2akit/cli");
    }
  }));

test.each([
  { name: "claims less", rows: ["types minor", "schemas minor"], want: 1 },
  { name: "claims less for one of a group that moves together", rows: ["types major", "schemas patch"], want: 0 },
  { name: "claims enough through the group", rows: ["server major"], want: 0 },
  { name: "is about another package", rows: ["cli major"], want: 1 },
  { name: "claims all", rows: ["types major", "schemas major"], want: 0 },
])("a changeset that $name gives $want", ({ rows, want }) =>
  withRepository(files, async (repository) => {
    await breakOnBranch(repository);
    await repository.write(".changeset/new.md", changeset(...rows));
    expect((await check(repository)).code).toBe(want);
  }),
);

test("a changeset that was there before counts when it was changed since", () =>
  withRepository(files, async (repository) => {
    await breakOnBranch(repository);
    await repository.write(".changeset/old.md", changeset("types major"));
    expect((await check(repository)).code).toBe(0);
  }));

test("what is missing can be written, and is enough then", () =>
  withRepository(files, async (repository) => {
    await breakOnBranch(repository);
    const { code, text } = await check(repository, ["--write"]);
    expect(text).toMatch(/^Written: \.changeset\/spec-small-[0-9a-f]{8}\.md\n/);
    expect(text).toMatch(/They claim enough\.\n$/);
    expect(code).toBe(0);
    expect((await check(repository, ["--write"])).text).not.toContain("Written");
  }));

test("formats that the manifest has checked from now on are a change, too", () =>
  withRepository(files, async (repository) => {
    await repository.git("switch", "--quiet", "--create", "work");
    const manifest: { specs: { name: string }[] } = JSON.parse(await repository.read("specs/manifest.json"));
    const specs = manifest.specs.map((row) => (row.name === "small" ? { ...row, formats: "assert" } : row));
    await repository.write("specs/manifest.json", JSON.stringify({ specs }));
    expect((await check(repository)).text).toContain("@a2akit/schemas needs major, and no changeset names it.");
  }));

test("the base is where the branch left main, whatever happened on main since", () =>
  withRepository(files, async (repository) => {
    const { git, read, write, commit } = repository;
    await git("switch", "--quiet", "--create", "work");
    await commit("something else");
    await git("switch", "--quiet", "main");
    await write(spec, (await read(spec)).replace(/"text"/, '"body"'));
    await commit("a change on main");
    await git("switch", "--quiet", "work");
    expect((await check(repository)).text).toMatch(/^No spec has changed/);
  }));

test("a spec that is gone, and one that is new", () =>
  withRepository(files, async (repository) => {
    const { git, read, write, remove } = repository;
    await git("switch", "--quiet", "--create", "work");
    const manifest: { specs: { name: string; file: string }[] } = JSON.parse(await read("specs/manifest.json"));
    const text = await read(spec);
    await remove("specs/small");
    await write("specs/other/openapi.json", text);
    const specs = manifest.specs.map((row) =>
      row.name === "small" ? { ...row, name: "other", file: "other/openapi.json" } : row,
    );
    await write("specs/manifest.json", JSON.stringify({ specs }));
    const { code, text: told } = await check(repository);
    expect(code).toBe(1);
    expect(told).toContain("other:\n  minor: other is new\n");
    expect(told).toContain("small:\n  major: small is gone\n");
    expect(told).toContain("@a2akit/cli needs major");
  }));

test("words that reach no package need no changeset", () =>
  withRepository(files, async (repository) => {
    await repository.git("switch", "--quiet", "--create", "work");
    await repository.write(spec, (await repository.read(spec)).replace('"openapi"', '"x-note": "hello",\n  "openapi"'));
    const { code, text } = await check(repository);
    expect(text).toContain("small: nothing that a user of a package notices.\n");
    expect(code).toBe(0);
  }));

test("a spec that cannot be read is told, not passed over", () =>
  withRepository(files, async (repository) => {
    await repository.git("switch", "--quiet", "--create", "work");
    await repository.write(spec, "{");
    const { code, text } = await check(repository);
    expect(code).toBe(1);
    expect(text).toContain("syntax-error");
  }));

test("without a base it is told loudly that nothing was compared", () =>
  withRepository(files, async (repository) => {
    await repository.git("branch", "--move", "main", "trunk");
    expect(await check(repository)).toEqual({
      code: 0,
      text: "NOT CHECKED: the specs were compared with nothing, for there is none of origin/main, main. Name a base with --base REF.\n",
    });
    expect((await check(repository, ["--base", "trunk"])).text).toMatch(/^No spec has changed since trunk/);
  }));

test.each([
  { name: "a base that is named", args: ["--base", "nowhere"], env: {}, ref: "nowhere" },
  { name: "the branch of a pull request", args: [], env: { GITHUB_BASE_REF: "release" }, ref: "origin/release" },
])("$name has to be there", ({ args, env, ref }) =>
  withRepository(files, async (repository) => {
    const { code, text } = await check(repository, args, env);
    expect(code).toBe(1);
    expect(text).toContain(`NOT CHECKED: the specs were compared with nothing, for there is no ${ref}.`);
  }),
);

test("a history that does not reach the base is told", () =>
  withRepository(files, async (repository) => {
    await repository.git("switch", "--quiet", "--orphan", "other");
    await repository.commit("from nowhere");
    const { code, text } = await check(repository, ["--base", "main"]);
    expect(code).toBe(1);
    expect(text).toContain("main and HEAD have no commit in common; fetch the whole history");
  }));

test.each([[["--bse"]], [["extra"]]])("%j is wrong usage", async (args) => {
  const printed: string[] = [];
  expect(await runCheck(args, { env: {}, print: (text) => printed.push(text) })).toBe(2);
  expect(printed.join("")).toMatch(/\n\nspec:check /);
});
