import { expect, it } from "vitest";
import type { Agent } from "../agent.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { gate, type TestOptions } from "../testing/harness.ts";
import { startEach } from "../testing/start-each.ts";

const startWith = startEach("fetch");
const start = (agent: Agent, options: Partial<TestOptions> = {}) => startWith({ ...options, agent });

it("an agent whose store fails is stopped at its next event", async () => {
  const left = gate();
  const failing = async (): Promise<never> => {
    throw new Error("no room");
  };
  const { send, errors } = await start(
    async function* () {
      try {
        for (;;) yield "more";
      } finally {
        left.open();
      }
    },
    { store: { ...createMemoryTaskStore(), append: failing } },
  );
  await send("go", {}, { returnImmediately: true });
  await left.opened;
  expect(errors.map(String)).toEqual(["Error: no room"]);
});

it("a task that came to rest stays there, though the store fails when its run ends", async () => {
  const memory = createMemoryTaskStore();
  const released = gate();
  let tries = 0;
  const { send, errors } = await start(
    async function* ({ inputRequired }) {
      yield inputRequired("more?");
    },
    {
      store: {
        ...memory,
        async release(run, lease) {
          tries += 1;
          if (tries < 3) throw new Error("no connection");
          const next = await memory.release(run, lease);
          released.open();
          return next;
        },
      },
      timing: { heartbeat: 1 },
    },
  );
  const { id } = (await send("go")).task;
  await released.opened;
  expect(errors.map(String)).toEqual(["Error: no connection", "Error: no connection"]);
  expect(await memory.requestCancel({ tenant: "", owner: "" }, id)).toBe("idle");
  expect((await send("more", { taskId: id })).task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
});

it("a store that throws where it should reject is reported", async () => {
  const beaten = gate();
  const heartbeat = (): never => {
    beaten.open();
    throw new Error("no pool");
  };
  const { send, errors } = await start(
    async function* () {
      yield "one";
      await beaten.opened;
    },
    { store: { ...createMemoryTaskStore(), heartbeat }, timing: { heartbeat: 1 } },
  );
  expect((await send("go")).task.status.state).toBe("TASK_STATE_COMPLETED");
  expect(String(errors[0])).toBe("Error: no pool");
});
