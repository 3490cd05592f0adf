import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Dialect } from "@a2akit/protocol";
import { createA2AHandler } from "@a2akit/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { echo } from "../demo/scenarios.ts";
import { runCli } from "../run-cli.test-helper.ts";

const vendor = fileURLToPath(new URL("../../../../specs/moltrust", import.meta.url));

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "a2a-specs-"));
  cpSync(vendor, cwd, { recursive: true });
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const a2a = (...argv: string[]) => runCli(argv, { cwd });

describe("a2a generate", () => {
  test("makes a folder with the overlay beside the file, and --check holds it to that", async () => {
    const made = await a2a("generate", "openapi.yaml", "--out", "src/acme");
    expect(made).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("acme: 15 components, 11 methods at /a2a\n"),
    });
    expect(readdirSync(join(cwd, "src/acme"))).toContain("dialect.ts");
    expect(await a2a("generate", "openapi.yaml", "--out", "src/acme", "--check")).toMatchObject({ status: 0 });
    const types = join(cwd, "src/acme/types.ts");
    writeFileSync(types, readFileSync(types, "utf8").replace("task_id", "task"));
    const checked = await a2a("generate", "openapi.yaml", "--out", "src/acme", "--check");
    expect(checked).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("changed: types.ts") });
  });

  test("what was made of a vendor's file is a dialect that a server mounts and speaks", async () => {
    await a2a("generate", "openapi.yaml", "--out", "acme", "--imports", "ts");
    const { acme }: { readonly acme: Dialect } = await import(pathToFileURL(join(cwd, "acme/dialect.ts")).href);
    const card = { name: "Acme", description: "Says what it is told to", version: "1.0.0" };
    const { fetch } = createA2AHandler({ agent: echo, card, mounts: [{ dialect: acme }], onError: () => {} });
    const call = async (method: string, params: object) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const headers = { "content-type": "application/json", "a2a-version": "1.0" };
      const answer = await fetch(new Request(`https://acme.example${acme.rpcPath}`, { method: "POST", headers, body }));
      return JSON.parse(await answer.text());
    };
    const message = { message_id: "m-1", role: "ROLE_USER", parts: [{ text: "hello" }] };
    const sent = await call("SendMessage", { message });
    expect(sent).toMatchObject({ id: 1, result: { task: { artifacts: [{ parts: message.parts }] } } });
    const found = await call("GetTask", { id: sent.result.task.id, history_length: 0 });
    expect(found.result).toMatchObject({ id: sent.result.task.id, status: { state: "TASK_STATE_COMPLETED" } });
  });

  test("says the same as JSON", async () => {
    const { stdout, status } = await a2a("generate", "openapi.yaml", "--out", "acme", "--name", "acme-2", "-o", "json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      name: "acme-2",
      dialect: { rpcPath: "/a2a", paramsSpelling: "snake_case" },
      differences: expect.arrayContaining([{ path: "types.ts", kind: "missing" }]),
    });
  });

  test("names what is wrong with a file, by place and rule", async () => {
    writeFileSync(join(cwd, "broken.yaml"), "openapi: 4.0.0\n");
    const { status, stderr } = await a2a("generate", "broken.yaml", "--out", "acme", "--overlay", "overlay.yaml");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^broken\.yaml:1:1 error not-openapi \/openapi\n {4}openapi is 4\.0\.0\n/);
    expect(readdirSync(cwd)).not.toContain("acme");
  });

  test("--emit makes a part of it", async () => {
    expect((await a2a("generate", "openapi.yaml", "--out", "acme", "--emit", "schemas, types")).status).toBe(0);
    const made = readdirSync(join(cwd, "acme"));
    expect(made).toEqual(expect.arrayContaining(["schemas.ts", "types.ts"]));
    expect(made).not.toContain("mini.ts");
  });

  test("names a file as it was typed, wherever it is", async () => {
    const [parent, missing] = [dirname(cwd), `../${basename(cwd)}-none.yaml`];
    const folder = await a2a("generate", parent, "--out", "acme");
    expect(folder).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`${parent} error file-unreadable /\n    it is a folder\n`),
    });
    const none = await a2a("generate", missing, "--out", "acme");
    expect(none).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`${missing} error file-unreadable /\n    there is no such file\n`),
    });
  });

  test.each([
    [
      ["generate", "openapi.yaml", "--out", "x", "--emit", "types,zod"],
      '--emit: "types,zod" is not a list of types, schemas, mini',
    ],
    [["generate", "openapi.yaml"], "--out is missing"],
    [["generate", "openapi.yaml", "--out", "x", "--name", "A b"], "--name"],
    [["generate"], "openapi"],
  ])("%j is wrong usage", async (argv, said) => {
    expect(await a2a(...argv)).toMatchObject({ status: 2, stderr: expect.stringContaining(said) });
  });
});

describe("a2a diff", () => {
  test("reports what breaks, and with --check exits with 1", async () => {
    const text = readFileSync(join(cwd, "openapi.yaml"), "utf8");
    writeFileSync(join(cwd, "next.yaml"), text.replaceAll("history_length", "history_size"));
    const { status, stdout } = await a2a("diff", "openapi.yaml", "next.yaml");
    expect(status).toBe(0);
    expect(stdout).toContain("### Breaking\n");
    expect(stdout).toContain("history_length");
    expect((await a2a("diff", "openapi.yaml", "next.yaml", "--check")).status).toBe(1);
    expect((await a2a("diff", "openapi.yaml", "openapi.yaml", "--check")).status).toBe(0);
    const json = JSON.parse((await a2a("diff", "openapi.yaml", "next.yaml", "-o", "json")).stdout);
    expect(json.parts).toMatchObject({ types: "major" });
    expect(json.overlays).toEqual({ old: "overlay.yaml", new: "overlay.yaml" });
    expect(stdout).toContain("Overlay of both files: `overlay.yaml`\n");
    expect(stdout).toContain("`openapi.yaml:");
    expect(stdout).not.toContain("a2akit");
  });

  test("names what cannot be read", async () => {
    const { status, stderr } = await a2a("diff", "openapi.yaml", "none.yaml");
    expect(status).toBe(2);
    expect(stderr).toContain("file-unreadable");
  });
});

test("no other command pays for the generator: it is imported where it is used", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const sources = globSync("**/*.ts", { cwd: root, exclude: (path) => /\.test(-helper)?\.ts$/.test(path) });
  const eager = /^import (?!type\b)[^;]*from "@a2akit\/generator"/m;
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((path) => eager.test(readFileSync(join(root, path), "utf8")))).toEqual([]);
});
