import { expect, test } from "vitest";
import { affectedFiles } from "./affected-files.ts";

const imports = new Map([
  ["/app/main.ts", new Set(["/lib/index.ts", "/lib/other.ts"])],
  ["/lib/index.ts", new Set(["/lib/gen/a.ts"])],
  ["/lib/gen/a.ts", new Set(["/lib/gen/b.ts"])],
  ["/lib/gen/b.ts", new Set(["/lib/gen/a.ts"])],
  ["/lib/other.ts", new Set(["/lib/plain.ts"])],
]);
const affected = (changed: Readonly<Record<string, string | undefined>>) => {
  const found = affectedFiles(new Map(Object.entries(changed)), imports);
  return found && [...found].sort();
};

test.each([
  [
    "what imports it, at any distance and in a circle",
    "/lib/gen/b.ts",
    ["/app/main.ts", "/lib/gen/a.ts", "/lib/gen/b.ts", "/lib/index.ts"],
  ],
  ["itself alone where nothing imports it", "/app/main.ts", ["/app/main.ts"]],
  ["nothing more for what is no module", "/specs/x/openapi.yaml", ["/specs/x/openapi.yaml"]],
])("a changed file affects %s", (_name, path, wanted) => {
  expect(affected({ [path]: "" })).toEqual(wanted);
});

test.each([
  ["a file that is gone", { "/lib/gen/b.ts": undefined }],
  ["what a package gives away", { "/lib/package.json": "{}" }],
  ["the options of a project", { "/lib/tsconfig.json": "{}" }],
])("%s affects all", (_name, changed) => {
  expect(affected(changed)).toBeUndefined();
});
