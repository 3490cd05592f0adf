import { expect, test } from "vitest";
import { readSmall } from "../testing/read-text.ts";
import { diffSpecs, isReadable, type ReadableSpec } from "./diff-specs.ts";

const text = { type: "string" };
const number = { type: "number" };

async function read(schemas: object): Promise<ReadableSpec> {
  const document = { openapi: "3.1.0", info: { title: "Small", version: "1" }, paths: {}, components: { schemas } };
  const spec = await readSmall({ document }, { lenient: true });
  if (!isReadable(spec)) throw new Error("not readable");
  return spec;
}

const told = async (old: object, fresh: object) => {
  const { changes, packages } = await diffSpecs(await read(old), await read(fresh));
  return [...changes.map(({ code, subject, message }) => `${code} ${subject} ${message}`), packages["@a2akit/types"]];
};

const added = "component-added a_b is new, with the names a_b and a_bSchema";

test.each([
  [
    "a component that takes the name of another breaks who imports that",
    { "a-b": text },
    { "a-b": text, a_b: number },
    ["exports-renamed a-b its exports are now called a_b2 and a_b2Schema", added, "major"],
  ],
  [
    "so does one that gives it back",
    { "a-b": text, a_b: number },
    { "a-b": text },
    [
      "exports-renamed a-b its exports are now called a_b and a_bSchema",
      "component-removed a_b is gone, and with it the names a_b and a_bSchema",
      "major",
    ],
  ],
  [
    "one that comes and takes nothing is new, and nothing else",
    { a_b: number },
    { "a-b": text, a_b: number },
    ["component-added a-b is new, with the names a_b2 and a_b2Schema", "minor"],
  ],
  [
    "another order in the file changes nothing",
    { "a-b": text, "a.b": number },
    { "a.b": number, "a-b": text },
    [undefined],
  ],
  ["another spelling of the same name changes nothing", { "a-b": text }, { a_b: text }, [undefined]],
])("%s", async (_what, old, fresh, want) => {
  expect(await told(old, fresh)).toEqual(want);
});

test("a definition that holds itself is compared by the name that it gets, where it stands", async () => {
  const tree = (value: object) => ({
    Tree: {
      type: "object",
      properties: { root: { $ref: "#/components/schemas/Tree/$defs/node" } },
      $defs: {
        node: { type: "object", properties: { value, next: { $ref: "#/components/schemas/Tree/$defs/node" } } },
      },
    },
  });
  const { changes } = await diffSpecs(await read(tree(text)), await read(tree(number)));
  expect(changes).toMatchObject([
    {
      code: "type-changed",
      subject: "TreeNode.value",
      old: { pointer: "/components/schemas/Tree/$defs/node/properties/value" },
      witness: { verdict: "refused", of: "TreeNode", document: { value: "" } },
    },
  ]);
});
