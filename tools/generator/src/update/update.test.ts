import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withComponents, withFiles } from "../testing/read-text.ts";
import { repositoryWith } from "../testing/repository.ts";
import { runUpdate } from "./run.ts";

const document = withComponents({
  Note: { type: "object", required: ["text"], properties: { text: { type: "string" }, tag: { type: "string" } } },
});
const text = JSON.stringify(document, null, 2);
const overlay = {
  overlay: "1.0.0",
  info: { title: "Small", version: "1" },
  extends: "openapi.json",
  actions: [{ target: "$.paths['/'].post", update: { summary: "One endpoint" } }],
};

async function repositoryFiles(): Promise<Record<string, string>> {
  const files = await repositoryWith({ name: "small", document });
  const manifest: { specs: { name: string }[] } = JSON.parse(files["specs/manifest.json"] ?? "");
  const specs = manifest.specs.map((row) =>
    row.name === "small" ? { ...row, version: "1", overlay: "small/overlay.json" } : row,
  );
  return {
    ...files,
    "specs/manifest.json": JSON.stringify({ specs }),
    "specs/small/overlay.json": JSON.stringify(overlay),
    ".changeset/config.json": "{}",
    "packages/use/tsconfig.json": JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        module: "nodenext",
        types: [],
        lib: ["es2023"],
      },
      include: ["src"],
    }),
    "packages/use/src/index.ts":
      'import type { Note } from "../../types/src/gen/small.ts";\nexport const tagOf = (note: Note): string | undefined => note.tag;\n',
  };
}

const files = await repositoryFiles();

interface Place {
  readonly root: string;
  readonly file: string;
}

/** Runs with a repository, and a new file of the vendor outside of it. */
function withUpdate(fresh: string | Buffer, use: (place: Place) => Promise<void>): Promise<void> {
  return withFiles(files, (root) =>
    withFiles({ "new.json": "" }, async (outside) => {
      const file = join(outside, "new.json");
      await writeFile(file, fresh);
      await use({ root, file });
    }),
  );
}

async function update({ root, file }: Place, ...args: readonly string[]) {
  const printed: string[] = [];
  const code = await runUpdate(["small", file, "--root", root, ...args], {
    print: (part) => printed.push(part),
    tell: () => {},
  });
  return { code, text: printed.join("") };
}

/** Path → hash of everything below a folder. */
async function snapshot(root: string): Promise<Record<string, string>> {
  const items = await readdir(root, { recursive: true, withFileTypes: true });
  const pairs = items
    .filter((item) => item.isFile())
    .map(async (item) => {
      const path = join(item.parentPath, item.name);
      return [
        path,
        createHash("sha256")
          .update(await readFile(path))
          .digest("hex"),
      ] as const;
    });
  return Object.fromEntries(await Promise.all(pairs));
}

const renamed = text
  .replace('"text": {', '"body": {')
  .replace('"text"\n', '"body"\n')
  .replace('"version": "1"', '"version": "2"');
const changesetPath = `.changeset/spec-small-${createHash("sha256").update(renamed).digest("hex").slice(0, 8)}.md`;

test("a new file goes to its place as it is, with pin, output and changeset", () =>
  withUpdate(renamed, async (place) => {
    const read = (path: string) => readFile(join(place.root, path), "utf8");
    const { code, text: report } = await update(place);
    expect(report).toContain("| `@a2akit/types` | major |");
    expect(report).toContain("- **Note.text** is now called body (`member-renamed`)");
    expect(report).toContain('a Note that was right, is no longer: `{"text":"x"}`');
    expect(report).toContain("Types: 1 package checked, no errors.");
    expect(report).toMatch(/All of it is in place\.\n$/);
    expect(code).toBe(0);
    expect(await read("specs/small/openapi.json")).toBe(renamed);
    const manifest: { specs: { name: string; sha256?: string; version?: string }[] } = JSON.parse(
      await read("specs/manifest.json"),
    );
    expect(manifest.specs.find(({ name }) => name === "small")).toMatchObject({
      sha256: createHash("sha256").update(renamed).digest("hex"),
      version: "2",
    });
    expect(await read("packages/types/src/gen/small.ts")).toContain("body: string;");
    expect(await read(changesetPath)).toMatch(
      /^---\n"@a2akit\/types": major\n"@a2akit\/schemas": major\n"@a2akit\/protocol": patch\n---\n/,
    );
    expect((await update(place)).text).toContain("specs/small/openapi.json is that file already.");
  }));

test("a dry run says the same and writes nothing", () =>
  withUpdate(renamed, async (place) => {
    const before = await snapshot(place.root);
    const { code, text: report } = await update(place, "--dry-run", "--json");
    const told: { diff: { packages: object }; files: { path: string }[]; written: boolean; changeset: string } =
      JSON.parse(report);
    expect(told).toMatchObject({ written: false, dryRun: true, changeset: changesetPath, findings: expect.any(Array) });
    expect(told.diff.packages).toMatchObject({ "@a2akit/schemas": "major" });
    expect(told.files.map(({ path }) => path)).toContain("specs/small/openapi.json");
    expect(code).toBe(0);
    expect(await snapshot(place.root)).toEqual(before);
  }));

test("code that no longer compiles keeps the update out, unless it is let in", () =>
  withUpdate(text.replace('"tag"', '"label"'), async (place) => {
    const before = await snapshot(place.root);
    const { code, text: report } = await update(place);
    expect(report).toContain("packages/use/src/index.ts:2 Property 'tag' does not exist on type");
    expect(report).toMatch(/Nothing was written\.\n$/);
    expect(code).toBe(1);
    expect(await snapshot(place.root)).toEqual(before);
    expect((await update(place, "--allow-type-errors")).code).toBe(0);
    expect(await snapshot(place.root)).not.toEqual(before);
  }));

test.each<readonly [string, string | Buffer, readonly string[], string]>([
  ["is too long", renamed, ["--max-bytes", "100"], "input-too-large"],
  ["is not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), [], "the file is not UTF-8"],
  ["is half a file", renamed.slice(0, 200), [], "syntax-error"],
  ["is no OpenAPI", "{}", [], "new.json:1:1 error not-openapi"],
  ["is a web page", "<html>Log in</html>\n", [], "new.json error not-openapi"],
  ["is YAML in the place of JSON", "openapi: 3.1.0\n", [], "is YAML, but specs/small/openapi.json is JSON"],
  [
    "moves what the overlay mends",
    text.replace('"/": {', '"/v2": {'),
    [],
    "$.paths['/'].post selects nothing: $.paths has no /; nearest: $.paths['/v2'].post",
  ],
  [
    "names a component that is not there",
    text.replace('"type": "object"\n', '"$ref": "#/components/schemas/Nowhere"\n'),
    [],
    "ref-unresolved",
  ],
])("a file that %s changes nothing", (_name, fresh, args, want) =>
  withUpdate(fresh, async (place) => {
    const before = await snapshot(place.root);
    const { code, text: report } = await update(place, ...args);
    expect(report).toContain(want);
    expect(report).toMatch(/Nothing was written\.\n$/);
    expect(code).toBe(1);
    expect(await snapshot(place.root)).toEqual(before);
  }),
);

test("a place that is not fit to be written changes nothing", () =>
  withUpdate(renamed, async (place) => {
    await withFiles({}, async (elsewhere) => {
      const { symlink, rm } = await import("node:fs/promises");
      await rm(join(place.root, ".changeset"), { recursive: true });
      await symlink(elsewhere, join(place.root, ".changeset"));
      const before = await snapshot(place.root);
      const { code, text: report } = await update(place);
      expect(report).toContain("would be outside of");
      expect(code).toBe(1);
      expect(await snapshot(place.root)).toEqual(before);
      expect(await readdir(elsewhere)).toEqual([]);
    });
  }));

test("a name that is not listed is told with the nearest", () =>
  withUpdate(renamed, async ({ root, file }) => {
    const printed: string[] = [];
    const code = await runUpdate(["smal", file, "--root", root], {
      print: (part) => printed.push(part),
      tell: () => {},
    });
    expect(printed.join("")).toContain("There is no spec smal; did you mean small?");
    expect(code).toBe(1);
  }));

test.each([
  [[], "NAME is missing"],
  [["small"], "FILE is missing"],
  [["a", "b", "c"], '"c" is one argument too many'],
  [["small", "x", "--max-bytes", "0"], '--max-bytes is a whole number from 1, not "0"'],
  [["small", "x", "--dry"], "Unknown option '--dry'"],
])("%j is wrong usage", async (args, problem) => {
  const printed: string[] = [];
  expect(await runUpdate(args, { print: (part) => printed.push(part), tell: () => {} })).toBe(2);
  expect(printed.join("")).toContain(`${problem}\n\nspec:update NAME FILE`);
});
