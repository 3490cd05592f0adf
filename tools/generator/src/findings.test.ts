import { join } from "node:path";
import { expect, test } from "vitest";
import { type Finding, formatFinding, type Rule, rules } from "./findings.ts";
import { readSpec } from "./read-spec.ts";
import { brokenSpecs } from "./testing/broken-specs.ts";
import { readSmall, withComponents, withFiles } from "./testing/read-text.ts";

test.each(brokenSpecs)("$rule: $message", async ({ rule, given, pointer, message }) => {
  const { findings } = await readSmall(given);
  const found = findings.find((finding) => finding.rule === rule);
  expect(found, JSON.stringify(findings)).toMatchObject({
    severity: rules[rule].severity,
    pointer,
    hint: rules[rule].hint,
  });
  expect(found?.message).toMatch(message);
  expect(found?.line).toBeGreaterThan(0);
});

test("line and column point at the key, in YAML and in JSON", async () => {
  const yaml =
    "openapi: 3.1.0\ninfo: { title: x, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n    A:\n      type: string\n      maxLenght: 3\n";
  const [fromYaml] = await findingsOf("s/openapi.yaml", yaml, "keyword-unknown");
  expect(fromYaml).toMatchObject({ line: 8, column: 7, pointer: "/components/schemas/A/maxLenght" });
  const json = JSON.stringify(
    {
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      paths: {},
      components: { schemas: { A: { type: "string", maxLenght: 3 } } },
    },
    null,
    2,
  );
  const [fromJson] = await findingsOf("s/openapi.json", json, "keyword-unknown");
  expect(fromJson).toMatchObject({ line: 12, column: 9 });
});

test("a file that cannot be read, is too long or is no YAML is a finding, not an exception", async () => {
  expect((await readSpec("/nowhere/openapi.yaml")).findings).toMatchObject([{ rule: "file-unreadable" }]);
  expect(await findingsOf("s/openapi.yaml", "a: b", "input-too-large", 3)).toMatchObject([
    { message: "4 bytes; the limit is 3" },
  ]);
  expect(await findingsOf("s/openapi.yaml", "a: [1", "syntax-error")).toMatchObject([{ line: 1 }]);
  expect(await findingsOf("s/openapi.yaml", "a: 1\na: 2", "syntax-error")).toMatchObject([
    { line: 2, message: expect.stringMatching(/unique/) },
  ]);
});

async function findingsOf(
  path: string,
  source: string,
  rule: Rule,
  maxSpecBytes?: number,
): Promise<readonly Finding[]> {
  const { findings } = await withFiles({ [path]: source }, (folder) =>
    readSpec(join(folder, path), maxSpecBytes === undefined ? {} : { maxSpecBytes }),
  );
  return findings.filter((finding) => finding.rule === rule);
}

test("an overlay that is none says so", async () => {
  const { findings } = await readSmall({ document: withComponents({}), overlay: { actions: [] } });
  expect(findings).toMatchObject([{ rule: "overlay-invalid", message: expect.stringMatching(/not an Overlay/) }]);
});

test("every rule is tested", () => {
  const here = [
    "file-unreadable",
    "input-too-large",
    "syntax-error",
    // In normalize/keywords.test.ts.
    "keyword-invalid",
    // In manifest.test.ts.
    "manifest-invalid",
    "manifest-outdated",
    "spec-not-listed",
    "pin-mismatch",
    // In load/bundle.test.ts.
    "bundle-failed",
    // In model/circles.test.ts.
    "schema-too-deep",
    // In lint/lint.test.ts.
    "request-refused",
    "request-accepted",
    "check-stopped",
    // In folder/generate-folder.test.ts.
    "dialect-left-out",
    "keyword-left-out",
    // In load/resolve-identifiers.test.ts.
    "ref-assumed",
  ];
  const tested = new Set<string>([...here, ...brokenSpecs.map(({ rule }) => rule)]);
  expect(Object.keys(rules).filter((rule) => !tested.has(rule))).toEqual([]);
});

test("a finding reads well", () => {
  const finding: Finding = {
    rule: "pin-mismatch",
    severity: "error",
    file: "specs/manifest.json",
    pointer: "/specs/0",
    line: 3,
    column: 5,
    message: "it has changed",
    hint: "look",
    witness: { a: 1 },
  };
  expect(formatFinding(finding)).toBe(
    'specs/manifest.json:3:5 error pin-mismatch /specs/0\n    it has changed\n    look\n    witness: {"a":1}',
  );
});
