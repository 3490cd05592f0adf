import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadSchemas, schemaOf } from "./agreement/load-schemas.ts";
import { hasErrors } from "./findings.ts";
import { type Generated, generate } from "./generate.ts";
import { run } from "./run.ts";
import { madeUp } from "./testing/made-up.ts";
import { withFiles } from "./testing/read-text.ts";
import { repositoryWith } from "./testing/repository.ts";
import { compare, write } from "./write.ts";

let generated: Generated;
let files: Record<string, string>;

beforeAll(async () => {
  files = await repositoryWith({ name: "made-up", document: madeUp });
  generated = await withFiles(files, (root) => generate({ root }));
});

function output(path: string): string {
  const found = generated.files.get(path);
  if (found === undefined) throw new Error(`${path} was not generated`);
  return found;
}

test("a folder is all that a vendor takes", () => {
  expect(generated.findings.filter(({ file }) => file.startsWith("specs/made-up/"))).toEqual([]);
  expect(hasErrors(generated.findings)).toBe(false);
  expect(generated.specs.map(({ name }) => name)).toEqual(["a2a", "cdq-genius", "moltrust", "made-up"]);
  expect(generated.specs).toContainEqual({ name: "made-up", components: 9, methods: 2 });
});

test("the dialect is read off the file", () => {
  const record = output("packages/protocol/src/gen/dialects/made-up.ts");
  const rows = [
    "export const madeUp = {",
    'rpcPath: "/v1/rpc"',
    'cardPath: "/v1/card"',
    'methods: ["SendMessage", "GetTask"]',
    'paramsSpelling: "camelCase"',
    'sendMessageResult: "bare"',
    'cardShape: "flat"',
    'absentVersion: "1.0"',
    "requestId: { required: true, null: false }",
    'errorStatus: "mapped"',
    'clientCredentials: { tokenUrl: "https://example.com/token", scopes: { tasks: "Tasks" } }',
    'requirements: [{ schemes: { login: { list: ["tasks"] } } }]',
  ];
  for (const row of rows) expect(record).toContain(row);
});

test("its examples become fixtures with their methods", () => {
  const examples = output("packages/protocol/src/gen/examples/made-up.ts");
  for (const kind of ["request", "result", "error"])
    expect(examples).toMatch(new RegExp(`method: "GetTask",\\s+kind: "${kind}"`));
});

test("its schemas accept what its schemas accept", () => {
  const canonical = loadSchemas(output("packages/schemas/src/gen/a2a.ts"));
  const schemas = loadSchemas(output("packages/schemas/src/gen/made-up.ts"), { "./a2a.ts": canonical });
  expect(schemaOf(schemas, "TaskSchema").safeParse({ kind: "task", id: "t", note: null }).success).toBe(true);
  expect(schemaOf(schemas, "TaskSchema").safeParse({ id: "t" }).success).toBe(false);
  expect(schemaOf(schemas, "CallSchema").safeParse({ id: 1, method: "ListTasks" }).error?.issues[0]?.path).toEqual([
    "method",
  ]);
});

test("a title stays in its comment", () => {
  for (const [path, text] of generated.files) expect(text, path).not.toMatch(/^process/m);
  expect(output("packages/types/src/gen/made-up.ts")).toContain("//   made-up: Made Up *\\/ process.exit(); /*, 7\n");
});

test("the packages export it, and keep what they exported by hand", () => {
  const types = JSON.parse(output("packages/types/package.json"));
  expect(Object.keys(types.exports)).toEqual([".", "./cdq-genius", "./moltrust", "./made-up", "./package.json"]);
  expect(types.publishConfig.exports["./made-up"]).toEqual({
    types: "./dist/gen/made-up.d.ts",
    default: "./dist/gen/made-up.js",
  });
  const protocol = JSON.parse(output("packages/protocol/package.json"));
  expect(protocol.exports).toMatchObject({
    ".": "./src/index.ts",
    "./dialects/made-up": "./src/gen/dialects/made-up.ts",
  });
});

test("--check finds what is missing, edited by hand or left over; generating mends it and changes nothing twice", async () => {
  await withFiles(files, async (root) => {
    const call = async (...args: string[]) => {
      let printed = "";
      const code = await run([...args, "--root", root], (line) => {
        printed += line;
      });
      return { code, printed };
    };
    const target = join(root, "packages/types/src/gen/made-up.ts");
    expect(await call("--check")).toMatchObject({
      code: 1,
      printed: expect.stringContaining("missing: packages/types/src/gen/made-up.ts"),
    });
    expect(await call()).toMatchObject({ code: 0 });
    expect(await call("--check")).toMatchObject({ code: 0, printed: expect.stringContaining(" 0 differ.") });
    const written = await readFile(target, "utf8");

    await writeFile(target, written.replace("kind:", "kinds:"));
    await writeFile(join(root, "packages/schemas/src/gen/left-over.ts"), "");
    const { code, printed } = await call("--check");
    expect(code).toBe(1);
    expect(printed).toMatch(/changed: packages\/types\/src\/gen\/made-up\.ts\n {2}@ \d+\n {2}- .*kinds:/);
    expect(printed).toContain("stray: packages/schemas/src/gen/left-over.ts");
    const fromHere = await run(["--check", "--root", relative(process.cwd(), root)], () => {});
    expect(fromHere).toBe(1);
    expect(await call()).toMatchObject({ code: 0, printed: expect.stringContaining(" 2 written.") });
    expect(await readFile(target, "utf8")).toBe(written);
    expect(await call("--check")).toMatchObject({ code: 0 });
  });
});

test("an error leaves the disk as it was", async () => {
  await withFiles(files, async (root) => {
    await rm(join(root, "specs/a2a/openapi.yaml"));
    expect(await run(["--root", root], () => {})).toBe(1);
    await expect(readFile(join(root, "packages/types/src/gen/made-up.ts"))).rejects.toThrow(/ENOENT/);
    const kept = join(root, "packages/types/src/gen/a2a.ts");
    await mkdir(dirname(kept), { recursive: true });
    await writeFile(kept, "kept");
    await write(root, await compare(root, await generate({ root })));
    expect(await readFile(kept, "utf8")).toBe("kept");
  });
});

test("one description changes one comment", async () => {
  const { schemas } = madeUp.components;
  const edited = { ...schemas, Task: { ...schemas.Task, description: "New words." } };
  const document = { ...madeUp, components: { ...madeUp.components, schemas: edited } };
  const again = await withFiles(await repositoryWith({ name: "made-up", document }), (root) => generate({ root }));
  const withoutHash = (text: string | undefined) => text?.replaceAll(/[0-9a-f]{64}/g, "");
  const changed = [...again.files].filter(
    ([name, text]) => withoutHash(text) !== withoutHash(generated.files.get(name)),
  );
  expect(changed.map(([name]) => name)).toEqual(["packages/types/src/gen/made-up.ts"]);
  expect(changed[0]?.[1]).toContain("/** New words. */\nexport type Task = {");
});

test("the summary counts, in the singular where there is one", async () => {
  const { schemas } = madeUp.components;
  const odd = { ...schemas, Task: { ...schemas.Task, maxLenght: 3 } };
  const document = { ...madeUp, components: { ...madeUp.components, schemas: odd } };
  let printed = "";
  await withFiles(await repositoryWith({ name: "made-up", document }), (root) =>
    run(["--check", "--root", root], (text) => {
      printed += text;
    }),
  );
  expect(printed).toContain("made-up: 9 components, 2 methods, 1 finding\n");
  expect(printed).toContain("moltrust: 15 components, 11 methods, 2 findings\n");
});

test("usage", async () => {
  expect(await run(["--help"], () => {})).toBe(0);
  expect(await run(["--unknown"], () => {})).toBe(2);
});
