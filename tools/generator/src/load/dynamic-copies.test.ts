import { expect, test } from "vitest";
import { loadSchemas, schemaOf } from "../agreement/load-schemas.ts";
import { emitSchemas } from "../emit/schemas.ts";
import { schemaName } from "../identifiers.ts";
import { bareDocument, toldOf } from "../testing/bare-document.ts";
import { readSmall } from "../testing/read-text.ts";
import { MAX_DYNAMIC_COPIES } from "./dynamic-copies.ts";

const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

// Ajv takes a $dynamicRef to an anchor that it has not met yet for one to the schema around it.
test("a $dynamicRef leads to the one anchor of its name from elsewhere, too, or to where a $ref would", async () => {
  const schemas = {
    Node: { $dynamicAnchor: "node", ...object({ value: { type: "integer" } }, { required: ["value"] }) },
    Uses: object({ node: { $dynamicRef: "#node" }, plain: { $dynamicRef: "#/components/schemas/Node" } }),
    Both: { $ref: "#/components/schemas/Uses", $dynamicRef: "#closed" },
    Closed: { $anchor: "closed", ...object({ node: true }, { additionalProperties: false }) },
  };
  const { model } = await readSmall({ document: bareDocument(schemas) }, { lenient: true });
  if (!model) throw new Error("not read");
  const emitted = loadSchemas(await emitSchemas(model));
  const fits = (name: string, value: unknown) => schemaOf(emitted, schemaName(name)).safeParse(value).success;
  expect([{ node: { value: 1 } }, { plain: { value: 1 }, more: 1 }].map((value) => fits("Uses", value))).toEqual([
    true,
    true,
  ]);
  expect([{ node: {} }, { plain: { value: "1" } }].map((value) => fits("Uses", value))).toEqual([false, false]);
  expect([{ node: { value: 1 } }, { node: {} }, { plain: { value: 1 } }].map((value) => fits("Both", value))).toEqual([
    true,
    false,
    false,
  ]);
});

/** What ajv knows nothing of: it takes the anchor that it has compiled last. */
const dynamic: Readonly<Record<string, { readonly given: object; readonly keeps: object; readonly refuses: object }>> =
  {
    "a list of whatever is bound": {
      given: {
        List: {
          $id: "https://schemas.example/list",
          type: "array",
          items: { $dynamicRef: "#item" },
          $defs: { any: { $dynamicAnchor: "item" } },
        },
        Texts: {
          $id: "https://schemas.example/texts",
          $ref: "list",
          maxItems: 2,
          $defs: { own: { $dynamicAnchor: "item", ...text } },
        },
        Numbers: {
          $id: "https://schemas.example/numbers",
          ...object({ values: { $ref: "list" }, more: { $ref: "texts" } }),
          $defs: { own: { $dynamicAnchor: "item", type: "integer" } },
        },
        Plain: object({
          list: { $ref: "https://schemas.example/list" },
          texts: { $ref: "https://schemas.example/texts" },
        }),
      },
      keeps: {
        List: [[1, "a", null]],
        Texts: [["a", "b"]],
        Numbers: [{ values: [1], more: [1, 2] }],
        Plain: [{ list: [1, "a"], texts: ["a"] }],
      },
      refuses: {
        List: ["a"],
        Texts: [
          ["a", 1],
          ["a", "b", "c"],
        ],
        Numbers: [{ values: ["a"] }, { more: ["a"] }, { more: [1, 2, 3] }],
        Plain: [{ texts: [1] }],
      },
    },
    "a tree that others extend": {
      given: {
        Tree: {
          $id: "https://schemas.example/tree",
          $dynamicAnchor: "node",
          ...object({ value: { type: "integer" }, kids: { type: "array", items: { $dynamicRef: "#node" } } }),
        },
        Named: {
          $id: "https://schemas.example/named",
          $dynamicAnchor: "node",
          $ref: "tree",
          ...object({ name: text }, { required: ["name"] }),
        },
        Forest: object({
          named: { $ref: "https://schemas.example/named" },
          plain: { $ref: "https://schemas.example/tree" },
        }),
      },
      keeps: {
        Tree: [{ kids: [{ kids: [{}] }] }],
        Named: [{ name: "a", kids: [{ name: "b", kids: [] }] }],
        Forest: [{ named: { name: "a" }, plain: { kids: [{ value: 1 }] } }],
      },
      refuses: {
        Tree: [{ kids: [{ value: "1" }] }],
        Named: [
          { name: "a", kids: [{}] },
          { name: "a", kids: [{ name: "b", kids: [{}] }] },
          { name: "a", value: "1" },
        ],
        Forest: [{ named: { name: "a", kids: [{}] } }, { plain: { kids: [{ kids: [{ value: "1" }] }] } }],
      },
    },
  };

test.each(Object.entries(dynamic))(
  "a $dynamicRef means the outermost anchor: %s",
  async (_what, { given, keeps, refuses }) => {
    const { model, findings } = await readSmall({ document: bareDocument(given) }, { lenient: true });
    expect(findings.map(({ rule }) => rule)).toEqual(["dialect-left-out"]);
    if (!model) throw new Error("not read");
    for (const zod of ["zod", "zod/mini"] as const) {
      const emitted = loadSchemas(await emitSchemas(model, { zod }));
      const fits = (component: string, value: unknown) =>
        schemaOf(emitted, schemaName(component)).safeParse(value).success;
      for (const [wanted, documents] of [
        [true, keeps],
        [false, refuses],
      ] as const)
        for (const [component, values] of Object.entries(documents))
          for (const value of values)
            expect({ component, value, fits: fits(component, value) }).toEqual({ component, value, fits: wanted });
    }
  },
);

test("a $dynamicRef that leads nowhere is left out", async () => {
  expect(await toldOf({ Lost: { $dynamicRef: "#lost" } })).toEqual([
    ["keyword-left-out", "Lost/$dynamicRef", "$dynamicRef leads nowhere in this file"],
  ]);
});

test("a schema that is another one for each way to it is a component for each, and what is wrong in it is told once", async () => {
  const list = {
    $id: "https://schemas.example/list",
    type: "array",
    minItem: 1,
    items: { $dynamicRef: "#item" },
    $defs: { any: { $dynamicAnchor: "item" } },
  };
  const of = (name: string, schema: object) => ({
    $id: `https://schemas.example/${name}`,
    ...object({ all: { $ref: "list" } }),
    $defs: { own: { $dynamicAnchor: "item", ...schema } },
  });
  const schemas = { List: list, Texts: of("texts", text), Numbers: of("numbers", { type: "number" }) };
  const { model } = await readSmall({ document: bareDocument(schemas) }, { lenient: true });
  expect([...(model?.components.keys() ?? [])]).toEqual(["List", "Texts", "Numbers", "TextsList", "NumbersList"]);
  expect(await toldOf(schemas)).toEqual([["keyword-unknown", "List/minItem", "minItem is unknown"]]);
});

test("there is a limit to how many those are", async () => {
  const list = {
    $id: "https://schemas.example/list",
    type: "array",
    items: { $dynamicRef: "#item" },
    $defs: { any: { $dynamicAnchor: "item" } },
  };
  const users = Array.from({ length: MAX_DYNAMIC_COPIES + 1 }, (_, i): [string, object] => [
    `User${i}`,
    { $id: `https://schemas.example/${i}`, $ref: "list", $defs: { own: { $dynamicAnchor: "item", minimum: i } } },
  ]);
  expect(await toldOf({ List: list, ...Object.fromEntries(users.slice(1)) })).toEqual([]);
  expect(await toldOf({ List: list, ...Object.fromEntries(users) })).toEqual([
    [
      "keyword-left-out",
      `User${MAX_DYNAMIC_COPIES}`,
      "$dynamicRef makes more than 100 schemas of those that there are",
    ],
  ]);
});
