import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSpec } from "../read-spec.ts";
import { withComponents, withFiles } from "../testing/read-text.ts";

const text = { type: "string" };

test("references of several files that lead to one another end in a finding, not in a crash", async () => {
  const beside = (schema: object) => ({ type: "object", properties: { z: schema } });
  const files = {
    "s/openapi.json": JSON.stringify(
      withComponents({ A: { $ref: "more.json#/B" }, C: beside(beside({ $ref: "more.json#/D" })) }),
    ),
    "s/more.json": JSON.stringify({
      B: { $ref: "openapi.json#/components/schemas/A" },
      D: beside({ $ref: "#/E" }),
      E: { $ref: "#/E" },
    }),
  };
  const { findings } = await withFiles(files, (folder) => readSpec(join(folder, "s/openapi.json")));
  expect(findings).toMatchObject([{ rule: "ref-circular", message: expect.stringMatching(/file beside it/) }]);
});

test("a reference to a file beside the spec is bundled", async () => {
  const document = withComponents({ A: { $ref: "more.json#/B" } });
  const files = {
    "s/openapi.json": JSON.stringify(document),
    "s/more.json": JSON.stringify({ B: { type: "integer" } }),
  };
  const { model, findings } = await withFiles(files, (folder) => readSpec(join(folder, "s/openapi.json")));
  expect(findings).toEqual([]);
  expect([...(model?.components.values() ?? [])]).toContainEqual({ type: "integer" });
});

test("a link in the folder of the spec leads no further than the folder", async () => {
  const document = withComponents({ A: { $ref: "more.json#/B" } });
  const files = { "s/openapi.json": JSON.stringify(document), "outside.json": JSON.stringify({ B: text }) };
  const { findings } = await withFiles(files, async (folder) => {
    await symlink(join(folder, "outside.json"), join(folder, "s/more.json"));
    return readSpec(join(folder, "s/openapi.json"));
  });
  expect(findings).toMatchObject([
    {
      rule: "ref-outside",
      pointer: "/components/schemas/A/$ref",
      message: expect.stringMatching(/outside the folder/),
    },
  ]);
});

test("a file beside the spec that cannot be read is a finding about the bundle", async () => {
  const document = withComponents({ A: { $ref: "more.json#/B" } });
  const files = { "s/openapi.json": JSON.stringify(document), "s/more.json": "{ B: [" };
  const { model, findings } = await withFiles(files, (folder) => readSpec(join(folder, "s/openapi.json")));
  expect(model).toBeUndefined();
  expect(findings).toMatchObject([
    { rule: "bundle-failed", message: expect.stringMatching(/flow collection/) },
    { rule: "ref-unresolved" },
  ]);
});
