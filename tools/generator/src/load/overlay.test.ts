import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { readSpec } from "../read-spec.ts";
import { readSmall, withComponents, withFiles } from "../testing/read-text.ts";
import { repository } from "../testing/repository.ts";

const frame = { overlay: "1.0.0", info: { title: "Fix", version: "1" } };
const update = { target: "$.components.schemas", update: { A: { type: "string" } } };

async function findingsOf(overlay: object) {
  const { findings } = await readSmall({ document: withComponents({}), overlay });
  return findings.map(({ rule, pointer, message }) => [rule, pointer, message]);
}

test("an overlay may say what it extends, describe its actions and carry x- members", async () => {
  const remove = { target: "$.components.schemas.Task", remove: true, description: "Gone", "x-why": 1 };
  expect(await findingsOf({ ...frame, extends: "openapi.json", "x-by": 1, actions: [update, remove] })).toEqual([]);
});

test.each([
  [
    { ...frame, actions: [{ ...update, updat: {} }] },
    "/actions/0/updat",
    "updat is not known here; did you mean update?",
  ],
  [{ ...frame, actions: [{ target: update.target }] }, "/actions/0", "it neither updates, removes nor copies anything"],
  [{ ...frame, actions: [update], action: [] }, "/action", "action is not known here; did you mean actions?"],
  [
    { ...frame, extends: "other.json", actions: [update] },
    "/extends",
    expect.stringMatching(/^it extends other\.json, but is applied to .*openapi\.json$/),
  ],
  [{ ...frame, actions: [null] }, "/actions/0", "An action must be an object."],
  [
    { ...frame, actions: [{ target: "$.info", update: 5 }] },
    "/actions/0/update",
    expect.stringMatching(/Cannot apply/),
  ],
])("%j", async (overlay, pointer, message) => {
  expect(await findingsOf(overlay)).toEqual([["overlay-invalid", pointer, message]]);
});

const gone = { $ref: "#/components/schemas/Gone" };
const fine = { type: "string" };
const odd = { type: "integer", maxLenght: 3 };

/** What an action does, and where below `/actions` the fault that it brings is found. */
test.each([
  [
    "a component",
    [{ target: "$.components.schemas", update: { B: { oneOf: [fine, gone] } } }],
    "0/update/B/oneOf/1/$ref",
  ],
  ["a keyword", [{ target: "$.components.schemas.Task", update: { not: odd } }], "0/update/not/maxLenght"],
  ["an item of a list", [{ target: "$.components.schemas.A.oneOf", update: gone }], "0/update/$ref"],
  ["items of a list", [{ target: "$.components.schemas.A.oneOf", update: [fine, gone] }], "0/update/1/$ref"],
  ["the end of a list", [{ target: "$.components.schemas.A", update: { oneOf: [odd] } }], "0/update/oneOf/0/maxLenght"],
  ["another value", [{ target: "$.components.schemas.A.oneOf[0]", update: { $ref: gone.$ref } }], "0/update/$ref"],
  [
    "what an earlier action has added",
    [
      { target: "$.components.schemas", update: { B: { type: "object", properties: { c: fine } } } },
      { target: "$.components.schemas.B.properties", update: { c: { pattern: "(" } } },
    ],
    "1/update/c/pattern",
  ],
  [
    "a copy",
    [
      { target: "$.components.schemas", update: { B: { type: "object" } } },
      { target: "$.components.schemas.B", copy: "$['x-odd']" },
    ],
    "1/copy",
  ],
  [
    "a schema that lacks something: the nearest place",
    [
      { target: "$.components.schemas", update: { B: { properties: { c: fine } } } },
      { target: "$.components.schemas.B", update: { title: "B" } },
    ],
    "0/update/B",
  ],
])("a fault that an overlay adds is found in the overlay: %s", async (_name, actions, place) => {
  const schemas = { A: { oneOf: [{ $ref: "#/components/schemas/Task" }, { type: "boolean" }] } };
  const document = withComponents(schemas, { "x-odd": { properties: { c: odd } } });
  const { findings } = await readSmall({ document, overlay: { ...frame, overlay: "1.1.0", actions } });
  expect(findings.map(({ file, pointer }) => [basename(file), pointer])).toEqual([
    ["overlay.json", `/actions/${place}`],
  ]);
});

test("a reference that leads nowhere, in the overlay of a vendor: file, line and column", async () => {
  const folder = join(repository, "specs/cdq-genius");
  const [document, overlay] = await Promise.all(
    ["openapi.json", "overlay.yaml"].map((name) => readFile(join(folder, name), "utf8")),
  );
  const broken = (overlay ?? "").replace('"#/components/schemas/Message"', '"#/components/schemas/Massage"');
  const files = { "v/openapi.json": document ?? "", "v/overlay.yaml": broken };
  const { findings } = await withFiles(files, (root) =>
    readSpec(join(root, "v/openapi.json"), { overlay: join(root, "v/overlay.yaml") }),
  );
  const before = broken.split('$ref: "#/components/schemas/Massage"')[0]?.split("\n") ?? [];
  expect(findings.map(({ file, ...found }) => ({ ...found, file: basename(file) }))).toMatchObject([
    {
      rule: "ref-unresolved",
      file: "overlay.yaml",
      pointer: "/actions/1/update/SendMessageResult/oneOf/1/$ref",
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    },
  ]);
});

test("a fault of the spec stays there, beside an action for the same place", async () => {
  const document = withComponents({ A: { oneOf: [gone, fine] } });
  const actions = [{ target: "$.components.schemas.A", update: { oneOf: [{ type: "boolean" }], title: "A" } }];
  const { findings } = await readSmall({ document, overlay: { ...frame, actions } });
  expect(findings.map(({ file, pointer }) => [basename(file), pointer])).toEqual([
    ["openapi.json", "/components/schemas/A/oneOf/0/$ref"],
  ]);
});

test("a JSONPath that is none hides no other fault, and is hidden by none", async () => {
  const actions = [
    { target: "$.components[", update: {} },
    { target: "$.components.schemas", update: { B: gone } },
  ];
  expect(await findingsOf({ ...frame, actions })).toEqual([
    ["overlay-invalid", "/actions/0/target", expect.stringMatching(/JSONPath/)],
    ["ref-unresolved", "/actions/1/update/B/$ref", expect.stringMatching(/Gone/)],
  ]);
});

test("what an overlay puts there may be referred to by an $id or an $anchor that it brings", async () => {
  const properties = {
    name: { $anchor: "name", type: "string" },
    also: { $ref: "#name" },
    list: { $id: "https://schemas.example/list", type: "object", properties: { next: { $ref: "#" } } },
  };
  const { model, findings } = await readSmall({
    document: withComponents({ N: { type: "object" } }),
    overlay: { ...frame, actions: [{ target: "$.components.schemas.N", update: { properties } }] },
  });
  expect(findings).toEqual([]);
  expect(model?.components.get("N")).toMatchObject({
    properties: { also: { type: "string" }, list: { properties: { next: { $ref: "#/components/schemas/NList" } } } },
  });
});

test("an $anchor of the overlay that is nowhere is a finding with its place there", async () => {
  const { findings } = await readSmall({
    document: withComponents({ N: { type: "object" } }),
    overlay: { ...frame, actions: [{ target: "$.components.schemas.N", update: { not: { $ref: "#name" } } }] },
  });
  expect(findings).toMatchObject([
    { rule: "ref-unresolved", pointer: "/actions/0/update/not/$ref", line: expect.any(Number) },
  ]);
});
