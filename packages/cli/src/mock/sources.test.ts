import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { decodeCard } from "@a2akit/protocol/card";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { moltrust } from "@a2akit/protocol/dialects/moltrust";
import { afterAll, describe, expect, test } from "vitest";
import { cardSource } from "./card-source.ts";
import { createMock } from "./create-mock.ts";
import { messageOf } from "./mock.test-helper.ts";
import type { MockSource } from "./source.ts";
import { readSpecSource } from "./spec-source.ts";

const specs = fileURLToPath(new URL("../../../../specs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "a2a-mock-"));
afterAll(() => rmSync(folder, { recursive: true }));

function mockOf(source: MockSource) {
  const { fetch } = createMock({ source });
  const url = `http://mock.example${source.dialect.rpcPath}`;
  return {
    card: async () => (await fetch(new Request(`http://mock.example${source.dialect.cardPath}`))).json(),
    async call(method: string, params: unknown) {
      const headers = { "content-type": "application/json", "a2a-version": "1.0" };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      return (await fetch(new Request(url, { method: "POST", headers, body }))).json();
    },
  };
}

describe("an OpenAPI file with examples, its overlay beside it", async () => {
  const source = await readSpecSource(join(specs, "cdq-genius/openapi.json"), { cwd: specs });
  const { card, call } = mockOf(source);

  test("gives the dialect that the generator gives", () => {
    expect(source.dialect).toEqual(cdqGenius);
    expect(source.warnings).toEqual([]);
  });
  test("has the card that its schema shows", async () => {
    expect(await card()).toMatchObject({
      name: "CDQ Genius",
      url: "http://mock.example/",
      protocolVersion: "1.0",
      provider: { organization: "CDQ AG" },
      skills: [{ id: "business-partner-onboarding" }],
      security: [{ apiKey: [] }],
    });
  });
  test("answers with the example of the file, bare", async () => {
    expect(await call("SendMessage", messageOf("anything"))).toMatchObject({
      result: {
        status: { state: "TASK_STATE_COMPLETED" },
        artifacts: [{ artifactId: "artifact-1", name: "Onboarding data" }],
      },
    });
  });
  test("knows the task of its examples", async () => {
    const { result } = (await call("GetTask", { id: "task-abc123", historyLength: 10 })) as { result: unknown };
    expect(result).toMatchObject({ id: "task-abc123", contextId: "ctx-xyz789" });
    expect(await call("CancelTask", { id: "task-abc123" })).toMatchObject({ error: { code: -32002 } });
  });
  test("has no method that the file does not name", async () => {
    expect(await call("ListTasks", {})).toMatchObject({ error: { code: -32601 } });
  });
});

test("an OpenAPI file without examples still answers in every method", async () => {
  const source = await readSpecSource(join(specs, "moltrust/openapi.yaml"), { cwd: specs });
  expect(source.dialect).toEqual(moltrust);
  const { card, call } = mockOf(source);
  expect(await card()).toMatchObject({ supportedInterfaces: [{ url: "http://mock.example/a2a" }] });
  const { result } = (await call("SendMessage", { message: { ...messageOf("hi").message } })) as {
    result: { task: { id: string } };
  };
  const { id } = result.task;
  const config = { task_id: id, url: "http://127.0.0.1:9/hook" };
  expect(await call("CreateTaskPushNotificationConfig", config)).toMatchObject({ result: { taskId: id } });
  expect(await call("ListTasks", { page_size: 1 })).toMatchObject({ result: { totalSize: 1 } });
  expect(await call("GetExtendedAgentCard", {})).toMatchObject({ result: { name: source.title } });
});

const envelope = {
  type: "object",
  properties: { jsonrpc: { const: "2.0" }, method: { enum: ["SendMessage", "GetTask"] }, params: {} },
};
const task = {
  type: "object",
  required: ["id", "status", "score"],
  properties: { id: { type: "string" }, score: { type: "integer", example: 42 } },
};

function spec(more: object = {}): object {
  return {
    openapi: "3.1.0",
    info: { title: "Small", version: "3", description: "Does little. And says more." },
    paths: {
      "/rpc": {
        post: {
          requestBody: { content: { "application/json": { schema: envelope } } },
          responses: { 200: { description: "ok" } },
          "x-a2akit": {
            methods: {
              SendMessage: { params: "a2a#SendMessageRequest", result: "a2a#SendMessageResponse" },
              GetTask: { params: "a2a#GetTaskRequest", result: "Task" },
            },
          },
          ...more,
        },
      },
    },
    components: { schemas: { Task: task } },
  };
}

function write(name: string, value: object): string {
  writeFileSync(join(folder, name), JSON.stringify(value));
  return join(folder, name);
}

test("what the schemas of the file require beyond A2A is in the answers", async () => {
  const source = await readSpecSource(write("small.json", spec()), { cwd: folder });
  expect(source.card).toMatchObject({ name: "Small", description: "Does little.", version: "3" });
  const { call } = mockOf(source);
  const sent = (await call("SendMessage", messageOf("hi"))) as { result: { task: { id: string } } };
  expect(await call("GetTask", { id: sent.result.task.id })).toMatchObject({ result: { score: 42 } });
});

test("a card whose schema names no modes is one all the same, and nothing is refused", async () => {
  const shape = {
    type: "object",
    required: ["name", "url"],
    properties: { name: { type: "string", example: "Keeper" }, url: { type: "string" } },
  };
  const get = {
    responses: {
      200: { description: "ok", content: { "application/json": { schema: { $ref: "#/components/schemas/Card" } } } },
    },
  };
  const whole = spec() as { paths: object; components: { schemas: object } };
  const source = await readSpecSource(
    write("card.json", {
      ...whole,
      paths: { ...whole.paths, "/.well-known/agent-card.json": { get } },
      components: { schemas: { ...whole.components.schemas, Card: shape } },
    }),
    { cwd: folder },
  );
  const { card, call } = mockOf(source);
  expect(await card()).toMatchObject({ name: "Keeper", url: "http://mock.example/rpc", defaultInputModes: ["*/*"] });
  expect(await call("SendMessage", messageOf("hi"))).toMatchObject({ result: { task: { status: {} } } });
});

test("an overlay beside the file counts by its name, or is given", async () => {
  const file = write("named.json", spec());
  const overlay = (title: string) => ({
    overlay: "1.0.0",
    info: { title: "x", version: "1" },
    actions: [{ target: "$.info", update: { title } }],
  });
  write("overlay.json", overlay("From the folder"));
  expect((await readSpecSource(file, { cwd: folder })).title).toBe("From the folder");
  write("named.overlay.json", overlay("By name"));
  expect((await readSpecSource(file, { cwd: folder })).title).toBe("By name");
  const given = write("elsewhere.json", overlay("Given"));
  expect((await readSpecSource(file, { cwd: folder, overlay: given })).title).toBe("Given");
});

test("a file that is none is refused with its place", async () => {
  const broken = write("broken.json", { openapi: "3.1.0", info: { title: "x", version: "1" }, paths: {} });
  await expect(readSpecSource(broken, { cwd: folder, overlay: undefined })).rejects.toThrow(
    /broken\.json cannot be mocked: .*no JSON-RPC endpoint/,
  );
});

test("a card alone gives an agent of the canonical dialect, in its shape", async () => {
  const interfaces = [{ url: "https://real.example/", protocolBinding: "JSONRPC", protocolVersion: "1.0" }];
  const json = {
    name: "Real",
    description: "d",
    version: "1",
    capabilities: { streaming: false },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
    supportedInterfaces: interfaces,
  };
  const source = cardSource(decodeCard(json), undefined);
  const { card, call } = mockOf(source);
  expect(await card()).toMatchObject({ name: "Real", supportedInterfaces: [{ url: "http://mock.example/" }] });
  expect(await call("SendStreamingMessage", messageOf("x"))).toMatchObject({ error: { code: -32004 } });
  const { supportedInterfaces: _, ...flat } = { ...json, url: "https://real.example/", protocolVersion: "0.3.0" };
  const old = cardSource(decodeCard(flat), undefined);
  expect(old.warnings).toEqual(["the card names A2A 0.3.0; the mock speaks 1.0"]);
  expect(await mockOf(old).card()).toMatchObject({ url: "http://mock.example/", protocolVersion: "1.0" });
});
