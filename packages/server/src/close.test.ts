import { afterEach, describe, expect, it } from "vitest";
import type { Agent } from "./agent.ts";
import { ANONYMOUS } from "./call-context.ts";
import { createMemoryTaskStore } from "./stores/memory/memory.ts";
import { brief, collect, gate, messageOf, startServer, type TestServer, WRITERS } from "./testing/harness.ts";

it("takes no more calls past the writers either", async () => {
  const { handler, close } = await startServer("fetch", { agent: async () => "never" });
  await close();
  const outcome = await handler.dispatch({
    body: { jsonrpc: "2.0", id: 1, method: "SendMessage", params: messageOf("go") },
    header: () => "1.0",
    query: new URLSearchParams(),
    caller: ANONYMOUS,
    signal: () => new AbortController().signal,
  });
  expect(outcome).toMatchObject({ status: 503, body: { error: { data: [{ reason: "UNAVAILABLE" }] } } });
});

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

  it("lets an agent finish that answers with a Message", async () => {
    const called = gate();
    const go = gate();
    server = await startServer(writer, {
      timing: { closeGrace: 60_000 },
      agent: async () => {
        called.open();
        await go.opened;
        return "done";
      },
    });
    const answer = server.send("go");
    await called.opened;
    const closed = server.handler.close();
    go.open();
    await closed;
    expect(await answer).toMatchObject({ message: { parts: [{ text: "done" }] } });
  });

  it("aborts one that does not finish, and answers its caller", async () => {
    const called = gate();
    server = await startServer(writer, {
      timing: { closeGrace: 1 },
      agent: async ({ signal }) => {
        called.open();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        throw signal.reason;
      },
    });
    const answer = server.send("go");
    await called.opened;
    await server.handler.close();
    expect(await answer).toMatchObject({ task: { status: { state: "TASK_STATE_FAILED" } } });
  });

  it.each<[string, Agent]>([
    ["a Message", () => new Promise(() => {})],
    [
      "a Task",
      async function* ({ working }) {
        yield working();
        await new Promise(() => {});
      },
    ],
  ])("answers the callers of an agent that heeds no signal (%s)", async (_, reply) => {
    const called = gate();
    server = await startServer(writer, {
      timing: { closeGrace: 1 },
      agent: (context) => {
        called.open();
        return reply(context);
      },
    });
    const answer = server.call("SendMessage", messageOf("go"));
    await called.opened;
    await server.handler.close();
    expect(await answer).toMatchObject({ status: 503, body: { error: { data: [{ reason: "UNAVAILABLE" }] } } });
  });

  it("answers a caller who waits for a task to be canceled", async () => {
    const told = gate();
    server = await startServer(writer, {
      timing: { closeGrace: 1, cancelGrace: 60_000 },
      agent: async function* ({ working, signal }) {
        signal.addEventListener("abort", told.open);
        yield working();
        await new Promise(() => {});
      },
    });
    const frames = await server.stream("SendStreamingMessage", messageOf("go"));
    const { id } = (await frames.next()).value.result.task;
    const answer = server.call("CancelTask", { id });
    await told.opened;
    await server.handler.close();
    expect(await answer).toMatchObject({ status: 503, body: { error: { data: [{ reason: "UNAVAILABLE" }] } } });
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
    // At once, not when the lease has run out.
    expect(await store.claimExpired({ lease: 1, limit: 10 })).toMatchObject([{ attempt: 2 }]);
  });

  it.each(["fail", "restart"] as const)("leaves a task in peace whose agent came to rest (%s)", async (lostRuns) => {
    const store = createMemoryTaskStore();
    server = await startServer(writer, {
      store,
      lostRuns,
      timing: { closeGrace: 1 },
      agent: async function* ({ inputRequired, signal }) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        yield inputRequired("The server is closing; go on later?");
      },
    });
    const frames = await server.stream("SendStreamingMessage", messageOf("go"));
    await frames.next();
    await server.handler.close();
    const { tasks } = await store.list({ tenant: "", owner: "" }, {});
    expect(tasks[0]?.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    expect(await store.requestCancel({ tenant: "", owner: "" }, tasks[0]?.id ?? "")).toBe("idle");
  });

  it.each([
    ["fail", "TASK_STATE_FAILED"],
    ["restart", "TASK_STATE_INPUT_REQUIRED"],
  ] as const)("aborts at once what had waited in the queue (%s)", async (lostRuns, state) => {
    const store = createMemoryTaskStore();
    const texts: string[] = [];
    server = await startServer(writer, {
      store,
      lostRuns,
      timing: { closeGrace: 1 },
      agent: async function* ({ text, inputRequired, signal }) {
        texts.push(text);
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
        if (text === "second") throw signal.reason;
        yield inputRequired("more?");
      },
    });
    const frames = await server.stream("SendStreamingMessage", messageOf("first"));
    const taskId = (await frames.next()).value.result.task.id;
    await server.send("second", { taskId }, { returnImmediately: true });
    await server.handler.close();
    const { tasks } = await store.list({ tenant: "", owner: "" }, {});
    expect(tasks[0]?.status.state).toBe(state);
    expect(texts).toEqual(["first", "second"]);
    const left = await store.claimExpired({ lease: 1, limit: 10 });
    expect(left.map(({ input }) => input)).toEqual(lostRuns === "restart" ? [3] : []);
  });
});
