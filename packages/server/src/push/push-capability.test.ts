import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { afterEach, describe, expect, it } from "vitest";
import { createPushSender } from "../adapters/node.ts";
import { createA2AHandler } from "../handler.ts";
import { CARD, messageOf, startServer, type TestOptions, type TestServer } from "../testing/harness.ts";
import { scripted } from "../testing/scripted-steps.ts";

let server: TestServer;
afterEach(() => server.close());
const start = async (options: Partial<TestOptions>): Promise<void> => {
  server = await startServer("fetch", { agent: scripted, ...options });
};
const cardAt = async (path = ""): Promise<unknown> =>
  (await server.request(`${path}/.well-known/agent-card.json`)).json();
const offering = (pushNotifications: boolean): object => ({ capabilities: { pushNotifications } });
const push = createPushSender({ resolve: async () => ["93.184.215.14"] });
const VERBS = ["Create", "Get", "List", "Delete"];

describe("push notifications", () => {
  it.each([
    ["without a sender", {}],
    ["where the card says so", { push, card: { ...CARD, capabilities: { pushNotifications: false } } }],
  ])("are not supported %s (A2A §3.3.4)", async (_, options) => {
    await start(options);
    expect(await cardAt()).toMatchObject(offering(false));
    for (const verb of VERBS) {
      const method = `${verb}TaskPushNotificationConfig${verb === "List" ? "s" : ""}`;
      const { body } = await server.call(method, { taskId: "t", id: "c", url: "https://example.com/" });
      expect(body.error?.code, method).toBe(-32003);
    }
    const configuration = { taskPushNotificationConfig: { url: "https://example.com/" } };
    const { body } = await server.call("SendMessage", { ...messageOf("task:done"), configuration });
    expect(body.error.code).toBe(-32003);
  });

  it("are a capability of mounts whose dialect has the methods", async () => {
    const mounts = [
      { path: "/", dialect: a2a },
      { path: "/cdq", dialect: cdqGenius, authenticate: async () => ({ owner: "o", tenant: "" }) },
    ];
    await start({ push, mounts });
    expect(await cardAt()).toMatchObject(offering(true));
    expect(await cardAt("/cdq")).toMatchObject(offering(false));
  });

  it("cannot be offered without a sender", async () => {
    await start({});
    const card = { ...CARD, capabilities: { pushNotifications: true } };
    expect(() => createA2AHandler({ agent: scripted, card })).toThrow(TypeError);
  });
});

const CONFIGS: readonly { config: object; field: string; description: string }[] = [
  {
    config: { url: `https://example.com/${"x".repeat(90)}` },
    field: "url",
    description: "must not be longer than 100 characters",
  },
  { config: { id: "x".repeat(101) }, field: "id", description: "must not be longer than 100 characters" },
  { config: { id: "\ud83d" }, field: "id", description: "must be whole characters" },
  { config: { token: "x".repeat(101) }, field: "token", description: "must not be longer than 100 characters" },
  { config: { token: "a\r\nb: c" }, field: "token", description: "must be what a header can hold" },
  {
    config: { authentication: { scheme: "Bearer\n", credentials: "c" } },
    field: "authentication.scheme",
    description: "must be what a header can hold",
  },
  {
    config: { authentication: { scheme: "Bearer", credentials: "š" } },
    field: "authentication.credentials",
    description: "must be what a header can hold",
  },
  {
    config: { url: "http://169.254.169.254/" },
    field: "url",
    description: "must not lead to an address that is not public",
  },
  {
    config: { url: "https://a:b@example.com/" },
    field: "url",
    description: "must not hold a user name or a password",
  },
];

it.each(CONFIGS)("a config is refused whose $field $description", async ({ config, field, description }) => {
  await start({ push, limits: { webhookField: 100 } });
  const { task } = await server.send("task:input:q");
  const given = { url: "https://example.com/", ...config };
  const refused = async (method: string, params: object, path: string): Promise<void> => {
    const { body } = await server.call(method, params);
    expect(body.error).toMatchObject({ code: -32602, data: [{}, { fieldViolations: [{ description }] }] });
    expect(body.error.data[1].fieldViolations).toEqual([{ field: path + field, description }]);
  };
  await refused("CreateTaskPushNotificationConfig", { ...given, taskId: task.id }, "");
  const configuration = { taskPushNotificationConfig: given };
  const path = "configuration.taskPushNotificationConfig.";
  await refused("SendMessage", { ...messageOf("task:done"), configuration }, path);
  await refused("SendMessage", { ...messageOf("task:done", { taskId: task.id }), configuration }, path);
  expect((await server.call("GetTask", { id: task.id })).body.result.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  const { body } = await server.call("SendMessage", { ...messageOf("task:done", { taskId: "none" }), configuration });
  expect(body.error.code).toBe(-32001);
});
