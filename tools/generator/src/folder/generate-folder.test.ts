import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSchemas, schemaOf } from "../agreement/load-schemas.ts";
import { emitAssignability } from "../emit/assignability.ts";
import { readSpec } from "../read-spec.ts";
import { madeUp } from "../testing/made-up.ts";
import { plainDocument } from "../testing/plain.ts";
import { withFiles } from "../testing/read-text.ts";
import { repository } from "../testing/repository.ts";
import { typeCheck } from "../testing/type-check.ts";
import { type FolderOptions, type GeneratedFolder, generateFolder } from "./generate-folder.ts";

/** For the TypeScript compiler on a busy machine, in ms. */
const COMPILER_TIMEOUT = 120_000;

function generateFrom(document: object, options: FolderOptions = {}): Promise<GeneratedFolder> {
  return withFiles({ "vendor/openapi.json": JSON.stringify(document) }, (folder) =>
    generateFolder(join(folder, "vendor/openapi.json"), options),
  );
}

const vendor = join(repository, "specs/moltrust");
const moltrust = () => generateFolder(join(vendor, "openapi.yaml"), { overlay: join(vendor, "overlay.yaml") });

const inFolder = (name: string, { files }: GeneratedFolder) =>
  Object.fromEntries(
    [...files].filter(([file]) => file.endsWith(".ts")).map(([file, text]) => [`${name}/${file}`, text]),
  );

/** The proof that types and schemas say the same. */
async function proofFor(name: string, document: object, schemas: string) {
  const { model } = await withFiles({ "vendor/openapi.json": JSON.stringify(document) }, (folder) =>
    readSpec(join(folder, "vendor/openapi.json"), { lenient: true }),
  );
  if (!model) throw new Error("not read");
  return { [`${name}/${schemas}.test-d.ts`]: emitAssignability({ ...model, name: schemas }, "./types.ts") };
}

test(
  "a folder compiles on its own, with either ending of imports, under both ways to resolve modules",
  async () => {
    const uses = `import { moltrust } from "./dialect.js";
      import type * as T from "./types.js";
      import { methodSchemas } from "./schemas.js";
      export const path: "/a2a" = moltrust.rpcPath;
      export const result: T.MethodMap["GetTask"]["result"] = methodSchemas.GetTask.result.parse({});
      // @ts-expect-error a task has an id
      export const none: T.MethodMap["GetTask"]["result"] = {};`;
    const files = {
      ...inFolder("moltrust", await moltrust()),
      "moltrust/uses.ts": uses,
      ...inFolder("made-up", await generateFrom(madeUp, { imports: "ts" })),
      ...inFolder("plain", await generateFrom(plainDocument)),
      ...(await proofFor("plain", plainDocument, "schemas")),
      ...(await proofFor("plain", plainDocument, "mini")),
    };
    expect(typeCheck(files)).toEqual([]);
    expect(typeCheck(files, "bundled")).toEqual([]);
  },
  COMPILER_TIMEOUT,
);

test("a folder holds what its file takes, and nothing that nobody uses", async () => {
  const a2a = ["a2a-types.ts", "a2a-schemas.ts", "a2a-mini.ts"];
  const always = ["types.ts", "schemas.ts", "mini.ts", "json-schema.ts", "json-schema-mini.ts", "README.md"];
  expect([...(await moltrust()).files.keys()].sort()).toEqual([...always, ...a2a, "dialect.ts"].sort());
  expect([...(await generateFrom(plainDocument)).files.keys()].sort()).toEqual([...always].sort());
  const tiny = await generateFrom({ ...plainDocument, paths: {}, components: { schemas: { Id: { type: "string" } } } });
  expect([...tiny.files.keys()].sort()).toEqual(["README.md", "mini.ts", "schemas.ts", "types.ts"]);
});

test.each([
  [["schemas"], ["schemas.ts", "a2a-schemas.ts", "json-schema.ts"]],
  [["mini"], ["mini.ts", "a2a-mini.ts", "json-schema-mini.ts"]],
  [["types"], ["types.ts", "a2a-types.ts"]],
] as const)(
  "of %j alone, a folder holds what that takes, and compiles",
  async (emit, expected) => {
    const part = await generateFolder(join(vendor, "openapi.yaml"), { overlay: join(vendor, "overlay.yaml"), emit });
    const whole = (await moltrust()).files;
    expect([...part.files.keys()].sort()).toEqual([...expected, "dialect.ts", "README.md"].sort());
    for (const [file, text] of part.files) if (file !== "README.md") expect(text).toBe(whole.get(file));
    const readme = part.files.get("README.md") ?? "";
    expect(readme).not.toContain("export const read");
    expect(readme.includes("`zod` 4")).toBe(emit[0] !== "types");
    expect(typeCheck(inFolder("part", part))).toEqual([]);
  },
  COMPILER_TIMEOUT,
);

test("the canonical types are those that the methods use, and no more", async () => {
  const { files } = await moltrust();
  expect(files.get("a2a-types.ts")).toContain("export type Task = {");
  expect(files.get("a2a-types.ts")).not.toContain("export type JsonRpcRequest ");
  expect(files.get("types.ts")).toContain('import type * as a2a from "./a2a-types.js";');
});

test("the README says what there is, in words that stay text", async () => {
  const document = { ...plainDocument, info: { title: "Shop --> [x](y) `z` <b>", version: "1\n# 2" } };
  const readme = (await generateFrom(document, { name: "shop" })).files.get("README.md") ?? "";
  expect(readme).toMatch(/^<!-- Generated by @a2akit\/generator; do not edit\..*-->\n\n# shop\n/);
  expect(readme).toContain("From *Shop --\\> \\[x\\](y) \\`z\\` \\<b\\>, 1 # 2* (sha256 `");
  expect(readme).toContain('import { OrderSchema } from "./schemas.js";');
  expect(readme).not.toContain("@a2akit/client");
  expect(readme).not.toContain("a2a-types.ts");
});

test("a file without a JSON-RPC endpoint gives types and schemas, and a warning that says so", async () => {
  const plain = await generateFrom(plainDocument);
  expect(plain.dialect).toBeUndefined();
  expect(plain.findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(["warning dialect-left-out"]);
  expect(plain.files.get("types.ts")).not.toContain("MethodMap");
  expect(plain.files.get("schemas.ts")).not.toContain("methodSchemas");
  const strict = await generateFrom(plainDocument, { lenient: false });
  expect(strict.findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(["error rpc-missing"]);
  expect(strict.files.size).toBe(0);
});

test("what cannot be honoured is left out, and named in findings and README", async () => {
  const schemas = { Odd: { type: "object", properties: { a: { type: "string", pattern: "(" } }, $dynamicRef: "#odd" } };
  const { findings, files } = await generateFrom({ ...plainDocument, paths: {}, components: { schemas } });
  const left = findings.filter(({ rule }) => rule === "keyword-left-out");
  expect(left.map(({ pointer, severity }) => `${severity} ${pointer}`)).toEqual([
    "warning /components/schemas/Odd/$dynamicRef",
    "warning /components/schemas/Odd/properties/a/pattern",
  ]);
  expect(files.get("README.md")).toContain(
    "## Not as the file says\n\n- `/components/schemas/Odd/$dynamicRef`: $dynamicRef leads nowhere in this file\n",
  );
  const odd = schemaOf(loadSchemas((files.get("schemas.ts") ?? "").replace(".js", ".ts")), "OddSchema");
  expect(odd.safeParse({ a: "anything" }).success).toBe(true);
  expect(odd.safeParse({ a: 1 }).success).toBe(false);
});

test("an error gives findings and no files", async () => {
  const { files, findings } = await generateFrom({ ...plainDocument, openapi: "2.0" });
  expect(files.size).toBe(0);
  expect(findings.map(({ rule }) => rule)).toEqual(["not-openapi"]);
});

test("names that meet only through a second file and an overlay get numbers, and the README says which", async () => {
  const object = (properties: object) => ({ type: "object", properties });
  const schemas = {
    order_line: { type: "string" },
    Order: object({ next: { $ref: "more.json#/components/schemas/Order" } }),
  };
  const more = {
    Order: object({ line: { $ref: "#/components/schemas/order.line" } }),
    "order.line": { type: "integer" },
  };
  const overlay = {
    overlay: "1.0.0",
    info: { title: "More", version: "1" },
    actions: [{ target: "$.components.schemas", update: { "order line": { type: "boolean" } } }],
  };
  const { files, findings } = await withFiles(
    {
      "vendor/openapi.json": JSON.stringify({ ...plainDocument, paths: {}, components: { schemas } }),
      "vendor/more.json": JSON.stringify({ components: { schemas: more } }),
      "overlay.json": JSON.stringify(overlay),
    },
    (folder) => generateFolder(join(folder, "vendor/openapi.json"), { overlay: join(folder, "overlay.json") }),
  );
  expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
    "dialect-left-out no JSON-RPC endpoint",
    "name-numbered order_line is called order_line, so order line is called order_line2",
    "name-numbered order_line is called order_line, so order.line is called order_line3",
  ]);
  const types = files.get("types.ts") ?? "";
  expect([...types.matchAll(/type (\w+) = (\w+);/g)].map(([, name, type]) => `${name} ${type}`).sort()).toEqual([
    "order_line string",
    "order_line2 boolean",
    "order_line3 number",
  ]);
  expect(types).toMatch(/export type Order = \{\n {2}next\?: Order_2;\n\};/);
  expect(types).toMatch(/export type Order_2 = \{\n {2}line\?: order_line3;\n\};/);
  expect(files.get("README.md")).toContain("order\\_line2");
});
