import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { withComponents, withFiles } from "../testing/read-text.ts";
import { type DiffFilesOptions, diffFiles, type FilesReport } from "./diff-files.ts";
import { renderFileReport } from "./render-file-report.ts";

const agent = withComponents({ Task: { type: "object", properties: { id: { type: "string" } } } });
const renamed = withComponents({ Task: { type: "object", properties: { key: { type: "string" } } } });
const plain = { ...agent, paths: {} };

/** An overlay that gives the Task one more member. */
const overlay = (member: string, more: object = {}) =>
  JSON.stringify({
    overlay: "1.0.0",
    info: { title: "More", version: "1" },
    ...more,
    actions: [{ target: "$.components.schemas.Task.properties", update: { [member]: { type: "string" } } }],
  });

/** Compares `old/openapi.json` with `new/openapi.json`; paths are told below their common folder. */
function compare(
  files: Readonly<Record<string, string | object>>,
  options: DiffFilesOptions = {},
): Promise<FilesReport & { readonly text: string }> {
  const texts = Object.entries(files).map(([path, file]) => [
    path,
    typeof file === "string" ? file : JSON.stringify(file, null, 1),
  ]);
  return withFiles(Object.fromEntries(texts), async (folder) => {
    const own = options.overlay === undefined ? {} : { overlay: join(folder, options.overlay) };
    const report = await diffFiles(join(folder, "old/openapi.json"), join(folder, "new/openapi.json"), {
      ...options,
      ...own,
    });
    const overlays = Object.fromEntries(
      Object.entries(report.overlays).map(([side, path]) => [side, relative(folder, path)]),
    );
    const text = report.diff ? renderFileReport(report.diff, { overlays }).replaceAll(`${folder}/`, "") : "";
    return { ...report, overlays, text };
  });
}

test("speaks of what is generated from the file, of the agent and of callers, and of no package", async () => {
  const { diff, text, findings } = await compare({
    "old/openapi.json": agent,
    "new/openapi.json": { ...renamed, paths: {} },
  });
  expect(findings).toEqual([]);
  expect(diff?.parts).toEqual({ types: "major", schemas: "major", dialect: "major", agent: "major", caller: "major" });
  expect(text).not.toMatch(/a2akit|mount|injectHeaders|--header/);
  expect(text).toContain("## Small 1\n\n| shows in | level |\n|---|---|\n| types | major |\n");
  expect(text).toContain("  - agent: major – it can no longer be served\n");
  expect(text).toContain("**Task.id** is now called key (`member-renamed`)\n  - types, schemas: major – ");
});

test("without an A2A endpoint there is no dialect that could change", async () => {
  const next = { ...plain, info: { title: "Small", version: "2.0.0" } };
  const { diff, text } = await compare({ "old/openapi.json": plain, "new/openapi.json": next });
  expect(diff?.parts).toEqual({});
  expect(text).toContain("Nothing that is generated from it changes.\n\n### Nothing that anybody notices\n");
  const same = await compare({ "old/openapi.json": plain, "new/openapi.json": plain });
  expect(same.text).toBe("## Small 1\n\nNothing has changed: the files are the same.\n");
  const other = await compare({ "old/openapi.json": plain, "new/openapi.json": { ...plain, paths: { "/x": {} } } });
  expect(other.text).toBe(
    "## Small 1\n\nNo component has changed, and nothing of a JSON-RPC endpoint or its card; other paths are not compared.\n",
  );
});

const files = { "old/openapi.json": agent, "new/openapi.json": agent };

test.each([
  [
    "the named one is for both",
    { "x.json": overlay("a"), "new/overlay.json": overlay("b") },
    "x.json",
    "Overlay of both files: `x.json`",
    false,
  ],
  [
    "one beside the old file alone is for both",
    { "old/overlay.json": overlay("a") },
    undefined,
    "Overlay of both files: `old/overlay.json`",
    false,
  ],
  [
    "one beside the new file alone is for both",
    { "new/openapi.overlay.json": overlay("a") },
    undefined,
    "Overlay of both files: `new/openapi.overlay.json`",
    false,
  ],
  [
    "each has its own",
    { "old/overlay.json": overlay("a"), "new/overlay.json": overlay("b") },
    undefined,
    "Overlay of the old file: `old/overlay.json`; of the new one: `new/overlay.json`",
    true,
  ],
  ["there is none", {}, undefined, "## Small 1\n\nNothing has changed", false],
] as const)("overlays: %s", async (_name, overlays, named, said, differs) => {
  const { diff, text } = await compare({ ...files, ...overlays }, named === undefined ? {} : { overlay: named });
  expect(text).toContain(said);
  expect((diff?.changes.length ?? 0) > 0).toBe(differs);
});

test("an overlay of one file that does not fit the other is told, and keeps nothing from being compared", async () => {
  const without = withComponents({ Job: { type: "object" } });
  const extending = overlay("a", { extends: "openapi.json" });
  const { diff, findings } = await compare({ ...files, "new/openapi.json": without, "old/overlay.json": extending });
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    "overlay-invalid /extends",
    "overlay-without-match /actions/0/target",
  ]);
  expect(diff?.parts.types).toBe("major");
});

test("a file that cannot be used is not compared", async () => {
  const { diff, findings } = await compare({ ...files, "new/openapi.json": '{"openapi":"4.0.0"}' });
  expect(diff).toBeUndefined();
  expect(findings).toMatchObject([{ rule: "not-openapi", message: "openapi is 4.0.0" }]);
});
