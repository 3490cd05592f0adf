import { A2AError } from "@a2akit/protocol";
import { afterEach, describe, expect, it } from "vitest";
import { createPushSender } from "../adapters/node.ts";
import { CARD, messageOf, startServer, type TestServer, WRITERS } from "../testing/harness.ts";
import { scripted } from "../testing/scripted-steps.ts";
import type { AuthorizationRequest, Authorize } from "./authorize.ts";

let server: TestServer;
afterEach(() => server.close());

const authenticate = async ({ header }: { header(name: string): string | undefined }) => ({
  owner: header("x-user") ?? "nobody",
  tenant: "",
});

describe.each(WRITERS)("authorize over %s", (writer) => {
  const start = async (authorize: Authorize): Promise<TestServer> => {
    server = await startServer(writer, {
      agent: scripted,
      authenticate,
      authorize,
      extendedCard: {},
      card: { ...CARD, capabilities: { extendedAgentCard: true } },
      push: createPushSender({ allow: ["127.0.0.1"] }),
    });
    return server;
  };
  const alice = { headers: { "x-user": "alice" } };

  it("is told caller, method, params and the task, in every method", async () => {
    const seen: AuthorizationRequest[] = [];
    const { call } = await start((request) => seen.push(request) > 0);
    const { task } = (await call("SendMessage", messageOf("task:input:q"), alice)).body.result;
    const url = "http://127.0.0.1:1/";
    const calls: [string, object, string | undefined][] = [
      ["SendMessage", messageOf("task:input:q"), undefined],
      ["SendMessage", messageOf("task:input:q", { taskId: task.id }), task.id],
      ["GetTask", { id: task.id }, task.id],
      ["ListTasks", { tenant: "t" }, undefined],
      ["CreateTaskPushNotificationConfig", { taskId: task.id, id: "c", url }, task.id],
      ["GetTaskPushNotificationConfig", { taskId: task.id, id: "c" }, task.id],
      ["ListTaskPushNotificationConfigs", { taskId: task.id }, task.id],
      ["DeleteTaskPushNotificationConfig", { taskId: task.id, id: "c" }, task.id],
      ["GetExtendedAgentCard", {}, undefined],
      ["CancelTask", { id: task.id }, task.id],
    ];
    for (const [method, params, taskId] of calls) {
      seen.length = 0;
      expect((await call(method, params, alice)).body).toHaveProperty("result");
      expect(seen).toMatchObject([{ method, params, taskId, caller: { owner: "alice" } }]);
      expect(seen[0]?.tenant).toBe("tenant" in params ? params.tenant : "");
      expect((await seen[0]?.task())?.id).toBe(taskId);
    }
    seen.length = 0;
    const refused = (await call("SubscribeToTask", { id: task.id }, alice)).body;
    expect(refused.error.code).toBe(-32004);
    expect(seen).toMatchObject([{ method: "SubscribeToTask", taskId: task.id }]);
  });

  it("refuses with 403, and nothing happens", async () => {
    const { call } = await start(({ method, caller }) => method !== "SendMessage" || caller.owner === "alice");
    const bob = { headers: { "x-user": "bob" } };
    expect(await call("SendMessage", messageOf("task:input:q"), bob)).toMatchObject({
      status: 403,
      body: { id: 1, error: { code: -32000, data: [{ reason: "PERMISSION_DENIED" }] } },
    });
    expect((await call("SendMessage", messageOf("task:input:q"), alice)).body).toHaveProperty("result");
    const size = async (as: typeof bob) => (await call("ListTasks", {}, as)).body.result.totalSize;
    expect([await size(bob), await size(alice)]).toEqual([0, 1]);
  });

  it("decides by the state of the task; one of others is none", async () => {
    const { call } = await start(async ({ method, task }) => {
      return method !== "CancelTask" || (await task())?.status.state === "TASK_STATE_INPUT_REQUIRED";
    });
    const { task } = (await call("SendMessage", messageOf("task:input:q"), alice)).body.result;
    expect((await call("CancelTask", { id: task.id }, { headers: { "x-user": "bob" } })).status).toBe(403);
    expect((await call("CancelTask", { id: task.id }, alice)).body.result.status.state).toBe("TASK_STATE_CANCELED");
    expect((await call("CancelTask", { id: task.id }, alice)).status).toBe(403);
  });

  it("may answer in its own way; only true lets through, and a fault stays at home", async () => {
    const answers: Record<string, () => unknown> = {
      hidden: () => {
        throw new A2AError("TaskNotFound");
      },
      forgotten: () => undefined,
      truthy: () => "yes",
      broken: () => {
        throw new Error("secret of the hook");
      },
    };
    const { call, errors } = await start(({ caller }) => answers[caller.owner]?.() as boolean);
    const as = async (user: string) => (await call("ListTasks", {}, { headers: { "x-user": user } })).body.error;
    expect(await as("hidden")).toMatchObject({ code: -32001 });
    expect(await as("forgotten")).toMatchObject({ code: -32000, data: [{ reason: "PERMISSION_DENIED" }] });
    expect(await as("truthy")).toMatchObject({ code: -32000, data: [{ reason: "PERMISSION_DENIED" }] });
    expect(await as("broken")).toMatchObject({ code: -32603, message: "Internal error" });
    expect(errors.map(String)).toEqual(["Error: secret of the hook"]);
  });

  it("is not asked about what is no call", async () => {
    let asked = 0;
    const { call } = await start(() => ++asked > 0);
    await call("NoSuchMethod", {}, alice);
    await call("GetTask", { id: 1 }, alice);
    await call("GetTask", {}, { ...alice, headers: { ...alice.headers, "a2a-version": "9.0" } });
    expect(asked).toBe(0);
  });
});
