import { afterEach, expect, it } from "vitest";
import { ANONYMOUS } from "../call-context.ts";
import { CARD, messageOf, startServer, type TestOptions, type TestServer } from "../testing/harness.ts";
import { scripted } from "../testing/scripted-steps.ts";

let server: TestServer;
const start = async (options: Partial<TestOptions> = {}): Promise<TestServer> => {
  server = await startServer("fetch", { agent: scripted, ...options });
  return server;
};
afterEach(() => server.close());
const code = async (
  method: string,
  params: unknown = {},
  headers: Record<string, string> = {},
): Promise<number | undefined> => (await server.call(method, params, { headers })).body.error?.code;

it("capabilities that are off (A2A §3.3.4)", async () => {
  await start({ card: { ...CARD, capabilities: { streaming: false } } });
  expect(await code("SendStreamingMessage", messageOf("message:x"))).toBe(-32004);
  expect(await code("SubscribeToTask", { id: "x" })).toBe(-32004);
  expect(await code("GetExtendedAgentCard")).toBe(-32004);
  for (const verb of ["Create", "Get", "Delete"]) {
    expect(await code(`${verb}TaskPushNotificationConfig`, { taskId: "x", id: "y", url: "https://example.com/" })).toBe(
      -32003,
    );
  }
  expect(await code("ListTaskPushNotificationConfigs", { taskId: "x" })).toBe(-32003);
  const configuration = { taskPushNotificationConfig: { url: "https://example.com/" } };
  expect(await code("SendMessage", { ...messageOf("message:x"), configuration })).toBe(-32003);
});

it("the extended card: unconfigured, then unknown callers, then the card (A2A §3.1.11)", async () => {
  const card = { ...CARD, capabilities: { extendedAgentCard: true } };
  await start({ card });
  expect(await code("GetExtendedAgentCard")).toBe(-32007);
  await server.close();
  await start({
    card,
    baseUrl: "https://a.example",
    extendedCard: ({ owner }) => (owner === "bob" ? undefined : { description: `for ${owner}` }),
    authenticate: async ({ header }) =>
      header("authorization") ? { owner: header("authorization") ?? "", tenant: "" } : ANONYMOUS,
  });
  expect(await server.call("GetExtendedAgentCard")).toMatchObject({ status: 401, body: { error: { code: -32000 } } });
  expect(await code("GetExtendedAgentCard", {}, { authorization: "bob" })).toBe(-32007);
  const { body } = await server.call("GetExtendedAgentCard", {}, { headers: { authorization: "alice" } });
  expect(body.result).toMatchObject({
    name: CARD.name,
    description: "for alice",
    supportedInterfaces: [{ url: "https://a.example/" }],
  });
});

it("required extensions (A2A §3.3.4, §4.6.3)", async () => {
  const uri = "https://example.com/ext/v1";
  await start({ card: { ...CARD, capabilities: { extensions: [{ uri, required: true }] } } });
  expect(await code("SendMessage", messageOf("message:x"))).toBe(-32008);
  expect(await code("SendMessage", messageOf("message:x"), { "a2a-extensions": "https://example.com/ext/v2" })).toBe(
    -32008,
  );
  const { body, headers } = await server.call("SendMessage", messageOf("message:x"), {
    headers: { "a2a-extensions": `https://other.example/e, ${uri}` },
  });
  expect([body.result.message.parts[0].text, headers.get("a2a-extensions")]).toEqual(["x", uri]);
});

it.each([
  [{ text: "x" }, undefined],
  [{ text: "x", mediaType: "Text/Plain; charset=utf-8" }, undefined],
  [{ text: "x", mediaType: "text/html" }, -32005],
  [{ data: null }, undefined],
  [{ raw: "AAAA" }, undefined],
  [{ url: "https://example.com/", mediaType: "image/png" }, undefined],
  [{ raw: "AAAA", mediaType: "application/x-unsupported-type" }, -32005],
])("media types: %j (A2A §3.1.1)", async (part, want) => {
  const skill = { id: "s", name: "s", description: "s", tags: ["s"], inputModes: ["image/*"] };
  await start({ agent: async () => "ok", card: { ...CARD, skills: [skill] } });
  expect(await code("SendMessage", { message: { ...messageOf("").message, parts: [part] } })).toBe(want);
});

it.each([
  [{ role: "ROLE_AGENT" }, "message.role"],
  [{ role: "ROLE_UNSPECIFIED" }, "message.role"],
  [{ role: 2 }, "message.role"],
  [{ messageId: "" }, "message.messageId"],
  [{ role: 1 }, undefined],
])("a message is the user's and has an id: %j (A2A §4.1.4)", async (more, field) => {
  await start();
  const { body } = await server.call("SendMessage", { message: { ...messageOf("message:x").message, ...more } });
  expect(body.error?.data[1].fieldViolations[0].field).toBe(field);
  expect(body.error?.code).toBe(field && -32602);
});

it("a wrong envelope is no wrong params", async () => {
  await start();
  for (const body of [
    { id: 1 },
    { jsonrpc: "2.0", id: 1, method: 5 },
    { jsonrpc: "2.0", id: {}, method: "ListTasks" },
  ]) {
    expect((await server.post(JSON.stringify(body))).body.error).toMatchObject({
      code: -32600,
      data: [{ reason: "INVALID_REQUEST" }, { fieldViolations: [{ field: expect.any(String) }] }],
    });
  }
});

it("names members as the caller spelled them, whoever refuses them", async () => {
  await start();
  const { task } = await server.send("task:input:q");
  const field = async (method: string, params: object) => {
    const { error } = (await server.call(method, params)).body;
    expect([error.code, error.message]).toEqual([
      -32602,
      expect.stringContaining(error.data[1].fieldViolations[0].field),
    ]);
    return error.data[1].fieldViolations[0].field;
  };
  const { message } = messageOf("x", { taskId: task.id });
  expect(await field("SendMessage", { message: { ...message, context_id: "other" } })).toBe("message.context_id");
  expect(await field("SendMessage", { message: { ...message, contextId: "other" } })).toBe("message.contextId");
  expect(await field("ListTasks", { page_token: "x" })).toBe("page_token");
  expect(await field("ListTasks", { page_size: 101 })).toBe("page_size");
});

it("a caller of one tenant has no business in another", async () => {
  await start({ authenticate: async () => ({ owner: "alice", tenant: "t1" }) });
  expect(await code("ListTasks", { tenant: "t1" })).toBeUndefined();
  expect(await server.call("ListTasks", { tenant: "t2" })).toMatchObject({
    status: 403,
    body: { error: { code: -32000 } },
  });
});
