import { afterEach, describe, expect, it } from "vitest";
import { createMemoryTaskStore } from "./stores/memory.ts";
import { brief, collect, gate, messageOf, startServer, type TestServer, WRITERS } from "./testing/harness.ts";

describe.each(WRITERS)("close over %s", (writer) => {
  let server: TestServer;
  afterEach(() => server.close());

  it("lets tasks at work finish, and their callers hear of it", async () => {
    const go = gate();
    server = await startServer(writer, {
      timing: { closeGrace: 60_000 },
      agent: async function* ({ working }) {
        yield working();
        await go.opened;
      },
    });
    const frames = await server.stream("SendStreamingMessage", messageOf("go"));
    await frames.next();
    await frames.next();
    const closed = server.handler.close();
    expect(await server.call("SendMessage", messageOf("late"))).toMatchObject({
      status: 503,
      body: { error: { data: [{ reason: "UNAVAILABLE" }] } },
    });
    go.open();
    await closed;
    expect((await collect(frames)).map(brief)).toEqual(["status COMPLETED"]);
  });

  it("fails what does not finish, and says so in the task", async () => {
    const store = createMemoryTaskStore();
    server = await startServer(writer, {
      store,
      timing: { closeGrace: 1 },
      agent: async function* ({ signal }) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    });
    const frames = await server.stream("SendStreamingMessage", messageOf("go"));
    await frames.next();
    await server.close();
    const { tasks } = await store.list({ tenant: "", owner: "" }, {});
    expect(tasks[0]?.status).toMatchObject({
      state: "TASK_STATE_FAILED",
      message: { parts: [{ text: expect.stringContaining("closed") }] },
    });
  });

  it("leaves a task to be restarted where that is the policy, and answers its caller", async () => {
    const store = createMemoryTaskStore();
    const started = gate();
    server = await startServer(writer, {
      store,
      lostRuns: "restart",
      timing: { closeGrace: 1 },
      agent: async function* ({ working, signal }) {
        yield working();
        started.open();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    });
    const answer = server.call("SendMessage", messageOf("go"));
    await started.opened;
    await server.handler.close();
    expect((await answer).status).toBe(503);
    const { tasks } = await store.list({ tenant: "", owner: "" }, {});
    expect(tasks[0]?.status.state).toBe("TASK_STATE_WORKING");
  });
});
