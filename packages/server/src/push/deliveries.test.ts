import type { StreamResponse } from "@a2akit/types";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPushSender } from "../adapters/node.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { createSqliteTaskStore } from "../stores/sqlite/sqlite.ts";
import { gate, messageOf, startServer, type TestOptions, type TestServer } from "../testing/harness.ts";
import { hearing } from "../testing/hearing.ts";
import { scripted } from "../testing/scripted-steps.ts";
import { temporaryFiles } from "../testing/temporary-files.ts";
import { hang, ok, startWebhook, type TestWebhook } from "../testing/webhook.ts";

const files = temporaryFiles();
const STORES = {
  memory: () => createMemoryTaskStore(),
  sqlite: (file = files()) => createSqliteTaskStore({ file }),
};

const sender = createPushSender({ allow: ["127.0.0.1"] });
const SCRIPT = "task:work;art:a:x;done";
const FRAMES = ["task SUBMITTED", "status WORKING", "artifact a", "status COMPLETED"];

/** What arrived, in a word each. */
const arrived = ({ received }: TestWebhook): string[] => received.map(({ frame }) => brief(frame));

function brief({ task, statusUpdate, artifactUpdate }: StreamResponse): string {
  if (artifactUpdate !== undefined) return `artifact ${artifactUpdate.artifact.artifactId}`;
  const state = (task ?? statusUpdate)?.status.state.replace("TASK_STATE_", "");
  return task === undefined ? `status ${state}` : `task ${state}`;
}

const ids = ({ received }: TestWebhook): unknown[] => received.map(({ headers }) => headers["webhook-id"]);

const withWebhook = (config: object): object => ({ taskPushNotificationConfig: config });

describe.each(["memory", "sqlite"] as const)("deliveries out of the %s store", (kind) => {
  async function open(options: Partial<TestOptions> = {}): Promise<TestServer> {
    const { store = STORES[kind](), timing, ...more } = options;
    const server = await startServer("fetch", {
      agent: scripted,
      push: sender,
      store,
      timing: { webhookBackoff: 1, closeGrace: 0, ...timing },
      ...more,
    });
    onTestFinished(async () => {
      await server.close();
      await store.close();
    });
    return server;
  }

  it("are every frame of the task, once, in order", async () => {
    const webhook = await startWebhook();
    const server = await open();
    const { task } = await server.send(SCRIPT, {}, withWebhook({ url: webhook.origin, token: "tok" }));
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    await webhook.count(FRAMES.length);
    expect(arrived(webhook)).toEqual(FRAMES);
    expect(new Set(ids(webhook)).size).toBe(FRAMES.length);
    expect(webhook.received.every(({ headers }) => headers["x-a2a-notification-token"] === "tok")).toBe(true);
    expect(server.errors).toEqual([]);
  });

  it("are tried again until they arrive, under the same id, and what follows waits behind", async () => {
    let failures = 3;
    const webhook = await startWebhook((_, response) => {
      failures -= 1;
      response.writeHead(failures >= 0 ? 500 : 204).end();
    });
    const server = await open();
    const { task } = await server.send(SCRIPT, {}, withWebhook({ url: webhook.origin }));
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    await webhook.count(FRAMES.length + 3);
    expect(arrived(webhook)).toEqual([...Array(3).fill(FRAMES[0]), ...FRAMES]);
    expect(new Set(ids(webhook).slice(0, 4)).size).toBe(1);
    expect(server.errors).toEqual([]);
  });

  it("reach one webhook while another of the same task hangs, and the task is not delayed", async () => {
    const [dead, alive] = [await startWebhook(hang), await startWebhook()];
    const server = await open();
    const { task } = await server.send("task:input:q", {}, withWebhook({ url: dead.origin, id: "dead" }));
    await dead.count(1);
    await server.call("CreateTaskPushNotificationConfig", { taskId: task.id, url: alive.origin });
    const { task: ended } = await server.send("task:done", { taskId: task.id });
    expect(ended.status.state).toBe("TASK_STATE_COMPLETED");
    await alive.count(2);
    expect(arrived(alive)).toEqual(["task INPUT_REQUIRED", "status COMPLETED"]);
    expect(dead.received).toHaveLength(1);
  });

  it("that are given up are dead letters, which the operator hears of, lists and replays", async () => {
    let status = 500;
    const webhook = await startWebhook((_, response) => void response.writeHead(status).end());
    const store = STORES[kind]();
    const { errors, onError, heard } = hearing();
    const server = await open({ store, onError, limits: { webhookAttempts: 2 } });
    const { task } = await server.send(SCRIPT, {}, withWebhook({ url: `${webhook.origin}/?key=k3y`, id: "hook" }));
    await heard(FRAMES.length);
    expect(arrived(webhook)).toEqual(FRAMES.flatMap((frame) => [frame, frame]));
    expect(String(errors[0])).toBe(
      `Error: Gave up a frame for the webhook hook of task ${task.id} at attempt 2: HTTP 500`,
    );
    const { deliveries } = await store.push.dead({});
    expect(deliveries).toHaveLength(FRAMES.length);
    expect(deliveries[0]).toMatchObject({ taskId: task.id, configId: "hook", attempts: 2, reason: "HTTP 500" });
    status = 204;
    expect(await store.push.replay(deliveries.map(({ id }) => id))).toBe(FRAMES.length);
    await webhook.count(FRAMES.length * 3);
    expect(arrived(webhook).slice(-FRAMES.length)).toEqual(FRAMES);
    expect((await store.push.dead({})).deliveries).toEqual([]);
  });

  it("end when their config is deleted, also in the middle of one", async () => {
    const held = gate();
    const first = await startWebhook((_, response) => void held.opened.then(() => response.writeHead(500).end()));
    const second = await startWebhook();
    const server = await open({ limits: { webhookAttempts: 1 } });
    const { task } = await server.send("task:input:q", {}, withWebhook({ url: first.origin, id: "first" }));
    await first.count(1);
    await server.call("CreateTaskPushNotificationConfig", { taskId: task.id, url: second.origin });
    await server.call("DeleteTaskPushNotificationConfig", { taskId: task.id, id: "first" });
    held.open();
    await server.send("task:done", { taskId: task.id });
    await second.count(2);
    expect(first.received).toHaveLength(1);
    expect(server.errors).toEqual([]);
  });

  it("are no more at a time than allowed, and no fewer", async () => {
    const held = gate();
    const full = gate();
    const { onError, heard } = hearing();
    const atOnce: number[] = [0];
    let active = 0;
    const send: typeof sender.send = async () => {
      active += 1;
      atOnce.push(active);
      if (active === 3) full.open();
      await held.opened;
      active -= 1;
      return { kind: "failed", reason: "seen", final: true };
    };
    const server = await open({ push: { ...sender, send }, onError, limits: { webhooksAtOnce: 3 } });
    const tasks = 8;
    for (let count = 0; count < tasks; count += 1) {
      await server.send("task:input:q", {}, withWebhook({ url: "http://127.0.0.1:9/" }));
    }
    await full.opened;
    held.open();
    await heard(tasks * 2);
    expect(Math.max(...atOnce)).toBe(3);
  });

  it("of one owner never take all places: what hangs holds up its owner's, and nobody else's", async () => {
    const held = gate();
    const arrivedAll = gate();
    const { onError, heard } = hearing();
    let hanging = 0;
    let delivered = 0;
    const send: typeof sender.send = async ({ scope }) => {
      if (scope.owner !== "mallory") {
        delivered += 1;
        if (delivered === 8) arrivedAll.open();
        return { kind: "delivered" };
      }
      hanging += 1;
      await held.opened;
      return { kind: "failed", reason: "seen", final: true };
    };
    const server = await open({
      push: { ...sender, send },
      onError,
      authenticate: async ({ header }) => ({ owner: header("x-user") ?? "", tenant: "" }),
      limits: { webhooksAtOnce: 5, webhooksPerOwner: 3 },
    });
    const params = { ...messageOf("task:input:q"), configuration: withWebhook({ url: "http://127.0.0.1:9/" }) };
    const as = (user: string) => server.call("SendMessage", params, { headers: { "x-user": user } });
    for (let count = 0; count < 8; count += 1) await as("mallory");
    for (let count = 0; count < 4; count += 1) await as("alice");
    await arrivedAll.opened;
    expect(hanging).toBe(3);
    held.open();
    await heard(16);
    expect(hanging).toBe(16);
  });

  it("that take too long are given up", async () => {
    const webhook = await startWebhook(hang);
    const { errors, onError, heard } = hearing();
    const server = await open({ onError, limits: { webhookAttempts: 1 }, timing: { webhookTimeout: 5 } });
    await server.send("task:done", {}, withWebhook({ url: webhook.origin, id: "hook" }));
    await heard(2);
    expect(String(errors[0])).toContain("at attempt 1: No answer within 5 ms");
  });

  it("go on when the store fails, or the sender throws, and the operator hears of it", async () => {
    const webhook = await startWebhook();
    const store = STORES[kind]();
    const failures = [new Error("store"), new Error("sender")];
    const claim: typeof store.push.claim = async (options) => {
      if (failures.length > 1) throw failures.shift();
      return store.push.claim(options);
    };
    const send: typeof sender.send = (delivery, signal) => {
      const failure = failures.pop();
      if (failure !== undefined) throw failure;
      return sender.send(delivery, signal);
    };
    const { errors, onError } = hearing();
    const failing = { ...store, push: { ...store.push, claim } };
    const server = await open({ store: failing, push: { ...sender, send }, onError });
    await server.send(SCRIPT, {}, withWebhook({ url: webhook.origin }));
    await webhook.count(FRAMES.length);
    expect(arrived(webhook)).toEqual(FRAMES);
    expect(errors.map(String)).toEqual(["Error: store", "Error: sender"]);
  });

  it("may end while the server closes, and are not repeated then", async () => {
    const held = gate();
    const webhook = await startWebhook((received, response) => void held.opened.then(() => ok(received, response)));
    const store = STORES[kind]();
    const server = await open({ store, timing: { closeGrace: 10_000 } });
    await server.send("task:input:q", {}, withWebhook({ url: webhook.origin }));
    await webhook.count(1);
    const closed = server.close();
    held.open();
    await closed;
    const next = await open({ store });
    next.handler.start();
    await webhook.count(2);
    expect(arrived(webhook)).toEqual(["task SUBMITTED", "status INPUT_REQUIRED"]);
  });
});

it("what a closed server left is delivered by the next one on the same file, in order", async () => {
  const file = files();
  let answer = hang;
  const webhook = await startWebhook((...received) => answer(...received));
  const options = { agent: scripted, push: sender, timing: { closeGrace: 0 }, limits: { webhookAttempts: 1 } };
  const first = { store: STORES.sqlite(file) };
  const server = await startServer("fetch", { ...options, ...first });
  await server.send(SCRIPT, {}, withWebhook({ url: webhook.origin }));
  await webhook.count(1);
  // The attempt is cut off, which is no failure of the webhook's.
  await server.close();
  await first.store.close();
  expect(server.errors).toEqual([]);

  answer = ok;
  const second = { store: STORES.sqlite(file) };
  const next = await startServer("fetch", { ...options, ...second });
  next.handler.start();
  await webhook.count(1 + FRAMES.length);
  expect(arrived(webhook)).toEqual([FRAMES[0], ...FRAMES]);
  expect(ids(webhook)[1]).toBe(ids(webhook)[0]);
  await next.close();
  expect((await second.store.push.dead({})).deliveries).toEqual([]);
  await second.store.close();
});

it("a sender that ignores its signal does not keep its place", async () => {
  const { errors, onError, heard } = hearing();
  const deaf = { ...sender, send: () => new Promise<never>(() => {}) };
  const server = await startServer("fetch", {
    agent: scripted,
    push: deaf,
    onError,
    limits: { webhookAttempts: 1, webhooksAtOnce: 1 },
    timing: { webhookTimeout: 1 },
  });
  await server.send("task:done", {}, withWebhook({ url: "http://127.0.0.1:9/", id: "hook" }));
  await heard(2);
  expect(errors.map(String)).toEqual(Array(2).fill(expect.stringContaining("No answer within 1 ms")));
  await server.close();
});

it("a store that fails is left alone for a while", async () => {
  const store = createMemoryTaskStore();
  let claims = 0;
  const claim = async (): Promise<never> => {
    claims += 1;
    throw new Error("store");
  };
  const { errors, onError, heard } = hearing();
  const server = await startServer("fetch", {
    agent: scripted,
    push: sender,
    onError,
    store: { ...store, push: { ...store.push, claim } },
    timing: { webhookBackoff: 60_000 },
  });
  server.handler.start();
  await heard(1);
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([claims, errors.length]).toEqual([1, 1]);
  await server.close();
  await store.close();
});
