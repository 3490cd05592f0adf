import { expect, test } from "vitest";
import type { Change, SpecDiff } from "./change.ts";
import { renderReport } from "./render-report.ts";

const revision = { title: "Acme", version: "1.0", sha256: "0".repeat(64) };
const place = { file: "openapi.yaml", pointer: "/components/schemas/Task", line: 3, column: 5 };

const breaking: Change = {
  code: "required-added",
  subject: "Task.id",
  message: "must be there",
  old: place,
  new: { ...place, line: 4 },
  packages: {
    "@a2akit/types": { level: "minor", reason: "more" },
    "@a2akit/schemas": { level: "major", reason: "refused" },
    "@a2akit/client": { level: "minor", reason: "more" },
  },
  witness: { verdict: "refused", of: "Task", document: {}, because: "id is missing" },
};
const unseen: Change = {
  code: "header-optional",
  subject: "header X",
  message: "may be sent",
  new: place,
  packages: {},
};

const diff: SpecDiff = {
  name: "acme",
  old: revision,
  new: { ...revision, version: "1.1" },
  changes: [breaking, { ...breaking, subject: "Task.at" }, unseen],
  packages: { "@a2akit/schemas": "major", "@a2akit/types": "minor" },
};

test("says what breaks first, for whom, where and how it shows; what nobody notices last", () => {
  expect(renderReport(diff)).toBe(`## acme: Acme 1.0 → 1.1

| package | bump |
|---|---|
| \`@a2akit/types\` | minor |
| \`@a2akit/schemas\` | major |

### Breaking

- **Task.id** must be there (\`required-added\`)
  - types, client: minor – more
  - schemas: major – refused
  - \`openapi.yaml:3\` \`/components/schemas/Task\` → \`openapi.yaml:4\` \`/components/schemas/Task\`
  - a Task that was right, is no longer: \`{}\` – id is missing
- **Task.at** must be there (\`required-added\`)
  - \`openapi.yaml:3\` \`/components/schemas/Task\` → \`openapi.yaml:4\` \`/components/schemas/Task\`
  - a Task that was right, is no longer: \`{}\` – id is missing

### Nothing that a user of a package notices

- **header X** may be sent (\`header-optional\`)
  - at \`openapi.yaml:3\` \`/components/schemas/Task\`
`);
});

test("a long list ends where it is told to", () => {
  expect(renderReport(diff, { maxListed: 1 })).toContain("\n- … and 1 more\n");
});

test("a witness that is long is cut", () => {
  const long = {
    ...breaking,
    witness: { verdict: "accepted", of: "Task", document: "x".repeat(1000), because: "" },
  } as const;
  const [line = ""] = /a Task that was wrong.*/.exec(renderReport({ ...diff, changes: [long] })) ?? [];
  expect(line.length).toBeLessThan(500);
  expect(line).toContain("…`");
});

test.each([
  [{ changes: [] }, "## acme: Acme 1.0 → 1.1\n\nNothing has changed: the files are the same.\n"],
  [{ packages: {} }, "No package needs a new version."],
])("with %j it says so", (part, want) => {
  expect(renderReport({ ...diff, ...part })).toContain(want);
});

test("a spec that has come, and one that is gone", () => {
  const { old: _old, ...come } = diff;
  const { new: _new, ...gone } = diff;
  expect(renderReport(come)).toMatch(/^## acme: Acme 1\.1, new\n/);
  expect(renderReport(gone)).toMatch(/^## acme: Acme 1\.0, gone\n/);
});
