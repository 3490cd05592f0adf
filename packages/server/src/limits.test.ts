import { describe, expect, it } from "vitest";
import { createA2AHandler } from "./handler.ts";
import { DEFAULT_TIMING, timingOf } from "./limits.ts";
import { createMemoryTaskStore } from "./stores/memory/memory.ts";
import { brief, CARD, collect, gate, messageOf } from "./testing/harness.ts";
import { scripted } from "./testing/scripted-steps.ts";
import { startEach } from "./testing/start-each.ts";

const start = startEach("fetch");

describe("limits", () => {
  it("params that nest deeper than they may are −32602", async () => {
    const { call } = await start({ limits: { nesting: 10 } });
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
    const send = async (levels: number) =>
      (await call("SendMessage", { ...messageOf("message:x"), metadata: { deep: deep(levels) } })).body;
    expect((await send(3)).result).toBeDefined();
    expect((await send(20)).error.code).toBe(-32602);
  });

  it("a file almost as large as the body may be comes through", async () => {
    const { call } = await start({ agent: async ({ message }) => `${message.parts[0]?.raw?.length}` });
    const raw = "AAAA".repeat(2_500_000);
    const { body } = await call("SendMessage", { message: { ...messageOf("").message, parts: [{ raw }] } });
    expect(body.result.message.parts).toEqual([{ text: "10000000" }]);
  });

  it("a list with more items than it may have is −32602", async () => {
    const { call } = await start({ limits: { listItems: 2 } });
    const send = async (count: number) => {
      const parts = Array.from({ length: count }, () => ({ text: "message:x" }));
      return (await call("SendMessage", { message: { ...messageOf("").message, parts } })).body;
    };
    expect((await send(2)).result).toBeDefined();
    expect((await send(3)).error).toMatchObject({
      code: -32602,
      data: [{}, { fieldViolations: [{ field: "message.parts", description: "must not have more than 2 items" }] }],
    });
  });

  it("members of an object, but not of metadata", async () => {
    const { call } = await start({ limits: { objectMembers: 10 } });
    const { message } = messageOf("message:x");
    const send = async (more: object) => (await call("SendMessage", { message: { ...message, ...more } })).body;
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`member${index}`, index]));
    expect((await send({ metadata: many })).result).toBeDefined();
    expect((await send(many)).error).toMatchObject({
      code: -32602,
      data: [{}, { fieldViolations: [{ field: "message", description: "must not have more than 10 members" }] }],
    });
  });

  describe("a request that is wrong in very many places gets a short answer", () => {
    const many = (count: number, item: unknown) => Array.from({ length: count }, () => item);
    const { message } = messageOf("message:x");
    const refusal = async (params: object) => {
      const { body } = await (await start()).call("SendMessage", params);
      const violations: { field: string }[] = body.error.data[1].fieldViolations;
      expect(body.error.code).toBe(-32602);
      expect(JSON.stringify(body).length).toBeLessThan(10_000);
      return violations.map(({ field }) => field);
    };

    it.each([
      ["message.parts", { message: { ...message, parts: many(100_000, {}) } }],
      ["message.extensions", { message: { ...message, extensions: many(100_000, 0) } }],
      ["message.reference_task_ids", { message: { ...message, reference_task_ids: many(100_000, 0) } }],
      ["configuration.acceptedOutputModes", { message, configuration: { acceptedOutputModes: many(100_000, 0) } }],
    ])("%s with too many items is refused as a whole", async (field, params) => {
      expect(await refusal(params)).toEqual([field]);
    });

    it("of many wrong items some are named", async () => {
      const fields = await refusal({ message: { ...message, parts: many(1_000, {}) } });
      expect(fields).toEqual(Array.from({ length: 20 }, (_, index) => `message.parts[${index}]`));
    });

    it("a long name is cut", async () => {
      const deep = Array.from({ length: 100 }).reduce((inner: unknown) => [inner], 0);
      const [field] = await refusal({ message, ["x".repeat(100_000)]: deep });
      expect(field).toMatch(/^x{999}…$/);
    });
  });

  it("bytes of a task, over several runs", async () => {
    const { send } = await start({ limits: { taskBytes: 2_000 } });
    const { task } = await send(`task:art:a:${"x".repeat(700)};input:q`);
    expect(task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    const over = (await send("task:art:b:x;done", { taskId: task.id })).task;
    expect(over.status).toMatchObject({
      state: "TASK_STATE_FAILED",
      message: { parts: [{ text: expect.stringContaining("2000 bytes") }] },
    });
  });

  it("open streams per caller; one that ended makes room", async () => {
    const { call, stream } = await start({ limits: { streamsPerCaller: 1 } });
    const open = await stream("SendStreamingMessage", messageOf("task:work;wait"));
    await open.next();
    const refused = await call("SendStreamingMessage", messageOf("task:done"));
    expect([refused.status, refused.body.error.data[0].reason]).toEqual([429, "RESOURCE_EXHAUSTED"]);
    await open.return?.();
    expect((await collect(await stream("SendStreamingMessage", messageOf("message:x")))).map(brief)).toEqual([
      "message x",
    ]);
    expect((await collect(await stream("SendStreamingMessage", messageOf("task:done")))).length).toBe(2);
    await call("SubscribeToTask", { id: "no-such" });
    expect((await collect(await stream("SendStreamingMessage", messageOf("task:done")))).length).toBe(2);
  });

  it("open streams per caller, whatever tenants it names", async () => {
    const { call, stream } = await start({ limits: { streamsPerCaller: 1 } });
    const open = await stream("SendStreamingMessage", { ...messageOf("task:work;wait"), tenant: "a" });
    const { value } = await open.next();
    const id = value?.result.task?.id;
    expect((await call("SendStreamingMessage", { ...messageOf("task:done"), tenant: "b" })).status).toBe(429);
    expect((await call("SubscribeToTask", { id, tenant: "a" })).status).toBe(429);
    await open.return?.();
  });

  it("running tasks; one that ended makes room", async () => {
    const { call, send } = await start({ limits: { runningTasks: 1 } });
    const { task } = await send("task:work;wait", {}, { returnImmediately: true });
    expect((await call("SendMessage", messageOf("message:x"))).status).toBe(429);
    await call("CancelTask", { id: task.id });
    expect((await send("message:x")).message.parts[0].text).toBe("x");
  });

  it("a page is no larger than it may be, and one of another size is −32602", async () => {
    const { call } = await start({ limits: { pageSize: 2 } });
    expect((await call("ListTasks")).body.result.pageSize).toBe(2);
    for (const pageSize of [0, 3, 101, 1.5, "x"]) {
      expect((await call("ListTasks", { pageSize })).body.error).toMatchObject({
        code: -32602,
        data: [{}, { fieldViolations: [{ field: "pageSize" }] }],
      });
    }
  });

  it("one unfinished task too many is 429, until another has ended", async () => {
    const { send, call } = await start({ store: createMemoryTaskStore({ unfinishedTasks: 1 }) });
    const { id } = (await send("task:input:q")).task;
    expect((await call("SendMessage", messageOf("task:done"))).status).toBe(429);
    await call("CancelTask", { id });
    expect((await send("task:done")).task.status.state).toBe("TASK_STATE_COMPLETED");
  });

  it("finished tasks in memory: the oldest go", async () => {
    const { send, call } = await start({ store: createMemoryTaskStore({ finishedTasks: 2 }) });
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await send("task:done")).task.id);
    const found = await Promise.all(ids.map(async (id) => (await call("GetTask", { id })).body.result?.id));
    expect(found).toEqual([undefined, ids[1], ids[2]]);
  });

  it.each([
    [{ limits: { bodyBytes: -1 } }, /bodyBytes must be/],
    [{ timing: { lease: Number.NaN } }, /lease must be/],
    [{ timing: { heartbeat: 1_000, lease: 1_000 } }, /heartbeat must be shorter than lease/],
    [{ limits: { bodyByte: 1 } as object }, /no option named bodyByte/],
  ])("a wrong option says so: %j", async (options, message) => {
    expect(() => createA2AHandler({ agent: scripted, card: CARD, ...options })).toThrow(message);
    await start();
  });

  it("of a memory store, too", async () => {
    expect(() => createMemoryTaskStore({ finishedTasks: Number.NaN })).toThrow(/finishedTasks must be/);
    await start();
  });
});

it("a short lease has a heartbeat that fits", async () => {
  expect(timingOf({ lease: 300 })).toMatchObject({ lease: 300, heartbeat: 100 });
  expect(timingOf({ lease: 60_000 })).toMatchObject({ heartbeat: DEFAULT_TIMING.heartbeat });
  await start();
});

describe("times without end", () => {
  it("of a timer are as long as a timer can wait", async () => {
    const { waitingTtl, finishedTtl, ...waits } = timingOf(
      Object.fromEntries(Object.keys(DEFAULT_TIMING).map((name) => [name, Number.POSITIVE_INFINITY])),
    );
    expect([waitingTtl, finishedTtl]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    for (const wait of Object.values(waits)) expect(wait).toBe(2 ** 31 - 1);
    await start();
  });

  it("CancelTask waits for the agent", async () => {
    const told = gate();
    const free = gate();
    const { send, call } = await start({
      timing: { cancelGrace: Number.POSITIVE_INFINITY },
      agent: async function* ({ working, completed, signal }) {
        signal.addEventListener("abort", told.open);
        yield working();
        await free.opened;
        yield completed("in time");
      },
    });
    const { task } = await send("go", {}, { returnImmediately: true });
    const canceling = call("CancelTask", { id: task.id });
    await told.opened;
    await new Promise((resolve) => setImmediate(resolve));
    free.open();
    expect((await canceling).body.error.code).toBe(-32002);
  });

  it("a finished task is kept for ever", async () => {
    const store = createMemoryTaskStore();
    const first = await start({ store, timing: { finishedTtl: Number.POSITIVE_INFINITY, lease: 1 } });
    const { id } = (await first.send("task:done")).task;
    const purged = new Promise<Date>((resolve) => {
      const { purge } = store;
      store.purge = (options) => {
        resolve(options.finishedBefore);
        return purge(options);
      };
    });
    expect(await purged).toEqual(new Date(0));
    expect((await first.call("GetTask", { id })).body.result.id).toBe(id);
  });
});
