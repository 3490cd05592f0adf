import { methods } from "@a2akit/protocol";
import type { AgentCard, Method } from "@a2akit/types";
import { describe, expect, it } from "vitest";
import { createPushSender } from "./adapters/node.ts";
import { ANONYMOUS, type Caller } from "./call-context.ts";
import { createMemoryTaskStore } from "./stores/memory/memory.ts";
import { createSqliteTaskStore } from "./stores/sqlite/sqlite.ts";
import type { TaskStore } from "./task-store.ts";
import { brief, CARD, collect, messageOf, startServer, type TestServer, WRITERS } from "./testing/harness.ts";
import { scripted } from "./testing/scripted-steps.ts";
import { temporaryFiles } from "./testing/temporary-files.ts";

/*
 * Two users and two tenants are tried against each other in every method. What belongs to somebody else is answered as what is not there:
 * word for word, but for the id.
 */

const newFile = temporaryFiles();
const STORES: Readonly<Record<string, () => TaskStore>> = {
  memory: () => createMemoryTaskStore(),
  sqlite: () => createSqliteTaskStore({ file: newFile() }),
};

/** By the header `x-user`; who is free of tenants names one in the params. */
const CALLERS: Readonly<Record<string, Caller>> = {
  "alice@north": { owner: "alice", tenant: "north" },
  "alice@south": { owner: "alice", tenant: "south" },
  "bob@north": { owner: "bob", tenant: "north" },
  "bob@south": { owner: "bob", tenant: "south" },
  alice: { owner: "alice", tenant: "" },
  bob: { owner: "bob", tenant: "" },
};

/** Everybody but the victim, alice@north, and the tenant that they name. */
const ATTACKERS: readonly { user?: string; tenant?: string }[] = [
  { user: "alice@south" },
  { user: "bob@north" },
  { user: "bob@north", tenant: "north" },
  { user: "bob@south" },
  { user: "alice" },
  { user: "alice", tenant: "south" },
  { user: "bob", tenant: "north" },
  {},
  { tenant: "north" },
];

const URL = "http://127.0.0.1:1/";

interface Victim {
  readonly taskId: string;
  readonly contextId: string;
  readonly configId: string;
}

/** Methods that name a task, with params about one. */
const ABOUT_A_TASK: Readonly<
  Record<string, { method: Method; params: (victim: Victim) => object; headers?: Record<string, string> }>
> = {
  "SendMessage to it": { method: "SendMessage", params: ({ taskId }) => messageOf("task:done", { taskId }) },
  "SendMessage to it, in its context": {
    method: "SendMessage",
    params: ({ taskId, contextId }) => messageOf("task:done", { taskId, contextId }),
  },
  "SendMessage to it, with a webhook": {
    method: "SendMessage",
    params: ({ taskId }) => ({
      ...messageOf("task:done", { taskId }),
      configuration: { taskPushNotificationConfig: { url: URL } },
    }),
  },
  "SendStreamingMessage to it": {
    method: "SendStreamingMessage",
    params: ({ taskId }) => messageOf("task:done", { taskId }),
  },
  GetTask: { method: "GetTask", params: ({ taskId }) => ({ id: taskId }) },
  CancelTask: { method: "CancelTask", params: ({ taskId }) => ({ id: taskId }) },
  SubscribeToTask: { method: "SubscribeToTask", params: ({ taskId }) => ({ id: taskId }) },
  "SubscribeToTask from the first event on": {
    method: "SubscribeToTask",
    params: ({ taskId }) => ({ id: taskId }),
    headers: { "a2a-extensions": "urn:a2akit:event-log:1", "last-event-id": "1" },
  },
  CreateTaskPushNotificationConfig: {
    method: "CreateTaskPushNotificationConfig",
    params: ({ taskId, configId }) => ({ taskId, id: configId, url: URL }),
  },
  "CreateTaskPushNotificationConfig with an URL that is refused": {
    method: "CreateTaskPushNotificationConfig",
    params: ({ taskId }) => ({ taskId, url: "http://10.0.0.1/" }),
  },
  GetTaskPushNotificationConfig: {
    method: "GetTaskPushNotificationConfig",
    params: ({ taskId, configId }) => ({ taskId, id: configId }),
  },
  ListTaskPushNotificationConfigs: { method: "ListTaskPushNotificationConfigs", params: ({ taskId }) => ({ taskId }) },
  "ListTaskPushNotificationConfigs after one of them": {
    method: "ListTaskPushNotificationConfigs",
    params: ({ taskId, configId }) => ({ taskId, pageToken: configId }),
  },
  DeleteTaskPushNotificationConfig: {
    method: "DeleteTaskPushNotificationConfig",
    params: ({ taskId, configId }) => ({ taskId, id: configId }),
  },
};

const NOWHERE: Victim = {
  taskId: "00000000-0000-4000-8000-000000000000",
  contextId: "00000000-0000-4000-8000-000000000001",
  configId: "00000000-0000-4000-8000-000000000002",
};

describe.each(WRITERS)("over %s", (writer) => {
  describe.each(Object.entries(STORES))("with the %s store", (_, open) => {
    async function start(): Promise<{ server: TestServer; close(): Promise<void> }> {
      const store = open();
      const server = await startServer(writer, {
        agent: scripted,
        store,
        card: { ...CARD, capabilities: { extendedAgentCard: true } },
        authenticate: async ({ header }) => {
          const user = header("x-user");
          return user === undefined ? ANONYMOUS : (CALLERS[user] ?? { status: 401 });
        },
        extendedCard: ({ owner, tenant }) => ({ description: `for ${owner} of ${tenant}` }),
        push: createPushSender({ allow: ["127.0.0.1"] }),
      });
      const close = async (): Promise<void> => {
        await server.close();
        await store.close();
      };
      return { server, close };
    }

    const as = ({ user, headers }: { user?: string; headers?: Record<string, string> }) => ({
      headers: { ...headers, ...(user !== undefined && { "x-user": user }) },
    });
    const VICTIM = as({ user: "alice@north" });

    async function createVictim({ call }: TestServer): Promise<Victim> {
      const sent = await call("SendMessage", messageOf("task:art:a:secret;input:q"), VICTIM);
      const { id: taskId, contextId } = sent.body.result.task;
      const made = await call("CreateTaskPushNotificationConfig", { taskId, url: URL, token: "s3cret" }, VICTIM);
      return { taskId, contextId, configId: made.body.result.id };
    }

    it("a task of somebody else is not there, in every method, for every other caller", async () => {
      const { server, close } = await start();
      const { call, stream } = server;
      const victim = await createVictim(server);
      const before = await call("GetTask", { id: victim.taskId }, VICTIM);
      const configs = await call("ListTaskPushNotificationConfigs", { taskId: victim.taskId }, VICTIM);
      const watching = await stream("SubscribeToTask", { id: victim.taskId }, VICTIM);
      expect(brief((await watching.next()).value)).toBe("task INPUT_REQUIRED");

      for (const [name, { method, params, headers = {} }] of Object.entries(ABOUT_A_TASK)) {
        for (const { user, tenant } of ATTACKERS) {
          const ask = async (about: Victim) => {
            const options = as({ headers, ...(user !== undefined && { user }) });
            const { status, body } = await call(
              method,
              { ...params(about), ...(tenant !== undefined && { tenant }) },
              options,
            );
            const text = JSON.stringify(body);
            return { status, text: Object.values(about).reduce((rest, id) => rest.replaceAll(id, "ID"), text) };
          };
          const [theirs, nobodys] = [await ask(victim), await ask(NOWHERE)];
          expect(theirs, `${name} by ${user} of ${tenant}`).toEqual(nobodys);
          expect(theirs.text).toContain("TASK_NOT_FOUND");
          expect(theirs.text).not.toContain("secret");
        }
      }
      expect((await call("GetTask", { id: victim.taskId }, VICTIM)).body).toEqual(before.body);
      expect((await call("ListTaskPushNotificationConfigs", { taskId: victim.taskId }, VICTIM)).body).toEqual(
        configs.body,
      );
      // The stream of the victim heard nothing of it all, and goes on.
      await call("SendMessage", messageOf("task:done", { taskId: victim.taskId }), VICTIM);
      expect((await collect(watching)).map(brief)).toEqual(["status COMPLETED"]);
      await close();
    });

    it("lists show one's own, whatever is asked for", async () => {
      const { server, close } = await start();
      const { call } = server;
      const victim = await createVictim(server);
      await call("SendMessage", messageOf("task:input:q"), VICTIM);
      const first = await call("ListTasks", { pageSize: 1 }, VICTIM);
      const { nextPageToken } = first.body.result;
      expect(first.body.result.totalSize).toBe(2);
      for (const { user, tenant } of ATTACKERS) {
        const list = async (params: object) => {
          const options = as(user === undefined ? {} : { user });
          return (await call("ListTasks", { ...params, ...(tenant !== undefined && { tenant }) }, options)).body;
        };
        const none = { tasks: [], nextPageToken: "", totalSize: 0 };
        expect((await list({})).result).toMatchObject(none);
        expect((await list({ contextId: victim.contextId })).result).toMatchObject(none);
        expect((await list({ status: "TASK_STATE_INPUT_REQUIRED", includeArtifacts: true })).result).toMatchObject(
          none,
        );
        const { result, error } = await list({ pageToken: nextPageToken });
        expect(result?.tasks ?? error.code).toEqual(result === undefined ? -32602 : []);
      }
      await close();
    });

    it("a context is one's own: its name gives access to nothing", async () => {
      const { server, close } = await start();
      const { call } = server;
      const { contextId } = await createVictim(server);
      for (const user of ["bob@north", "alice@south", "alice"]) {
        const { task } = (await call("SendMessage", messageOf("task:input:q", { contextId }), as({ user }))).body
          .result;
        expect(task).toMatchObject({ contextId, history: [{ parts: [{ text: "task:input:q" }] }] });
        expect((await call("ListTasks", { contextId }, as({ user }))).body.result.totalSize).toBe(1);
        expect((await call("GetTask", { id: task.id }, VICTIM)).body.error.code).toBe(-32001);
      }
      expect((await call("ListTasks", { contextId }, VICTIM)).body.result.totalSize).toBe(1);
      await close();
    });

    it("a tenant that is not one's own is refused before anything is looked for", async () => {
      const { server, close } = await start();
      const { call } = server;
      const victim = await createVictim(server);
      for (const { method, params, headers = {} } of Object.values(ABOUT_A_TASK)) {
        for (const about of [victim, NOWHERE]) {
          const refused = await call(method, { ...params(about), tenant: "north" }, as({ user: "bob@south", headers }));
          expect(refused).toMatchObject({ status: 403, body: { error: { data: [{ reason: "PERMISSION_DENIED" }] } } });
        }
      }
      for (const method of ["ListTasks", "GetExtendedAgentCard"])
        expect((await call(method, { tenant: "north" }, as({ user: "alice@south" }))).status).toBe(403);
      await close();
    });

    it("the extended card is that of the caller; strangers get none", async () => {
      const { server, close } = await start();
      for (const [user, { owner, tenant }] of Object.entries(CALLERS)) {
        const card: AgentCard = (await server.call("GetExtendedAgentCard", {}, as({ user }))).body.result;
        expect(card.description).toBe(`for ${owner} of ${tenant}`);
      }
      const { status, headers } = await server.call("GetExtendedAgentCard");
      expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      await close();
    });

    it("a caller that two tenants share a name with is two callers; one that is free of tenants reaches what is its own", async () => {
      const { server, close } = await start();
      const { taskId } = await createVictim(server);
      const { body } = await server.call("GetTask", { id: taskId, tenant: "north" }, as({ user: "alice" }));
      expect(body.result.id).toBe(taskId);
      await close();
    });
  });
});

it("every method is tried", () => {
  const tried = Object.values(ABOUT_A_TASK).map(({ method }) => method);
  const others = ["ListTasks", "GetExtendedAgentCard"];
  expect([...new Set([...tried, ...others])].sort()).toEqual(Object.keys(methods).sort());
});
