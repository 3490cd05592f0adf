import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { generate } from "./generate.ts";
import { withComponents, withFiles } from "./testing/read-text.ts";

const methods = { GetTask: { params: "GetTaskRequest", result: "Task" } };
const error = { code: -32001, reason: "TASK_NOT_FOUND", httpStatus: 404, rpcStatus: "NOT_FOUND", message: "Gone" };

const canonical = withExtension(withComponents({}), { methods, errors: { TaskNotFound: error } });
const own = { name: "a2a", file: "a2a/openapi.json" };
const vendor = pinned(withComponents({}));
const hash = "0".repeat(64);

function withExtension(document: object, extension: object): object {
  const { paths, ...rest } = document as { paths: { "/": { post: object } } };
  return { ...rest, paths: { "/": { post: { ...paths["/"].post, "x-a2akit": extension } } } };
}

function repositoryOf(specs: readonly unknown[], more: Readonly<Record<string, object>> = {}) {
  return Object.fromEntries(
    Object.entries({
      "specs/manifest.json": { specs },
      "specs/a2a/openapi.json": canonical,
      "specs/one/openapi.json": withComponents({}),
      ...more,
    }).map(([path, value]) => [path, JSON.stringify(value, null, 2)]),
  );
}

function generateFrom(specs: readonly unknown[], more: Readonly<Record<string, object>> = {}) {
  return withFiles(repositoryOf(specs, more), (root) => generate({ root }));
}

async function found(...given: Parameters<typeof generateFrom>) {
  const { files, findings } = await generateFrom(...given);
  expect(files.size).toBe(0);
  return findings.map(({ rule, pointer, message }) => [rule, pointer, message]);
}

test("a manifest without a fault", async () => {
  const entry = { ...vendor, title: "Small", version: "1", overlay: null, source: "here", formats: "assert" };
  const { files, findings } = await generateFrom([{ ...entry }, own]);
  expect(findings).toEqual([]);
  expect(files.size).toBeGreaterThan(0);
});

test.each([
  [{ ...vendor, overlai: "one/overlay.yaml" }, "/overlai", "overlai is not known here; did you mean overlay?"],
  [
    { file: vendor.file, sha256: hash },
    "",
    "name is missing; it must be lower-case letters, digits and hyphens, and not mini",
  ],
  [
    { ...vendor, name: "mini" },
    "/name",
    'name is "mini"; it must be lower-case letters, digits and hyphens, and not mini',
  ],
  [{ ...vendor, sha256: "abc" }, "/sha256", 'sha256 is "abc"; it must be 64 hexadecimal digits in lower case'],
  [{ ...vendor, formats: "check" }, "/formats", 'formats is "check"; it must be annotate or assert'],
  [{ ...vendor, version: 1 }, "/version", "version is 1; it must be text"],
  [{ ...vendor, overlay: true }, "/overlay", "overlay is true; it must be a path or null"],
  [{ ...vendor, file: "one/../../x.json" }, "/file", "file is one/../../x.json; it must be in the folder one"],
  [
    { name: "one", file: "one/openapi.json", overlay: null },
    "",
    "sha256 is missing; every file but that of a2a is pinned, by sha256sum one/openapi.json",
  ],
])("%j", async (entry, pointer, message) => {
  expect(await found([own, entry])).toEqual([["manifest-invalid", `/specs/1${pointer}`, message]]);
});

test("a name is there once, the canonical spec is there, and so is every folder", async () => {
  expect(await found([own, vendor, vendor])).toEqual([["manifest-invalid", "/specs/2/name", "one is listed twice"]]);
  expect(await found([vendor])).toEqual([
    ["manifest-invalid", "/specs", "a2a is missing, to which the other specs refer"],
    ["spec-not-listed", "/specs", "specs/a2a is not listed"],
  ]);
});

test("what the manifest says of a file is what the file says", async () => {
  const wrong = { ...vendor, title: "Tall", version: "2", sha256: hash };
  expect(await found([own, wrong])).toEqual([
    ["pin-mismatch", "/specs/1/sha256", expect.stringMatching(/^one\/openapi\.json has sha256 [0-9a-f]{64}$/)],
    ["manifest-outdated", "/specs/1/title", "title is Tall, but one/openapi.json says Small"],
    ["manifest-outdated", "/specs/1/version", "version is 2, but one/openapi.json says 1"],
  ]);
});

test.each([
  ["a manifest that is not there", {}, "file-unreadable"],
  ["a manifest that is no JSON", { "specs/manifest.json": "{" }, "syntax-error"],
  ["a manifest without a list", { "specs/manifest.json": "{}" }, "manifest-invalid"],
  ["a manifest with something else", { "specs/manifest.json": '{"specs":[],"spec":[]}' }, "manifest-invalid"],
  ["an empty manifest", { "specs/manifest.json": "" }, "manifest-invalid"],
])("%s", async (_name, files, rule) => {
  const { findings } = await withFiles({ "specs/README.md": "", ...files }, (root) => generate({ root }));
  expect(new Set(findings.map((finding) => finding.rule))).toEqual(new Set([rule]));
  expect(findings[0]?.file).toBe("specs/manifest.json");
});

const typo = { methods: { GetTask: { params: "a2a#GetTaskReqest", result: "Task" } } };

test("a canonical component that does not exist is found where it is written", async () => {
  const more = { "specs/one/openapi.json": withExtension(withComponents({}), typo) };
  const { findings } = await generateFrom([own, pinned(more["specs/one/openapi.json"])], more);
  expect(findings).toMatchObject([
    {
      rule: "component-missing",
      file: "specs/one/openapi.json",
      pointer: "/paths/~1/post/x-a2akit/methods/GetTask/params",
      line: expect.any(Number),
      message: "the canonical spec has no component GetTaskReqest; did you mean GetTaskRequest?",
    },
  ]);
});

test("an error in the canonical spec is the only one: what refers to it is not judged", async () => {
  const broken = withExtension(withComponents({ A: { $ref: "#/components/schemas/Gone" } }), { methods });
  const more = { "specs/a2a/openapi.json": broken, "specs/one/openapi.json": withExtension(withComponents({}), typo) };
  const { findings } = await generateFrom([own, pinned(more["specs/one/openapi.json"])], more);
  expect(findings.map(({ rule, file }) => [rule, file])).toEqual([["ref-unresolved", "specs/a2a/openapi.json"]]);
});

test("a wrong example is an error in a file of ours and in an overlay, and a warning in a vendor's file", async () => {
  const schemas = { A: { type: "integer", example: "three" } };
  const document = withComponents(schemas);
  const { components } = document as { components: object };
  const ours = await generateFrom([own, vendor], { "specs/a2a/openapi.json": { ...canonical, components } });
  expect(ours.findings).toMatchObject([{ rule: "example-invalid", severity: "error", line: expect.any(Number) }]);
  expect(ours.files.size).toBe(0);

  const theirs = await generateFrom([own, pinned(document)], { "specs/one/openapi.json": document });
  expect(theirs.findings).toMatchObject([{ rule: "example-invalid", severity: "warning" }]);
  expect(theirs.files.size).toBeGreaterThan(0);

  const info = { title: "More", version: "1" };
  const overlay = { overlay: "1.0.0", info, actions: [{ target: "$.components.schemas", update: schemas }] };
  const entry = { ...pinned(withComponents({})), overlay: "one/overlay.json" };
  const { findings } = await generateFrom([own, entry], { "specs/one/overlay.json": overlay });
  expect(findings).toMatchObject([
    {
      rule: "example-invalid",
      severity: "error",
      file: "specs/one/overlay.json",
      pointer: "/actions/0/update/A/example",
    },
  ]);
});

function pinned(document: object) {
  return {
    name: "one",
    file: "one/openapi.json",
    sha256: createHash("sha256")
      .update(JSON.stringify(document, null, 2))
      .digest("hex"),
  };
}
