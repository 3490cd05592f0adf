import { isTerminal } from "@a2akit/protocol";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Agent } from "./agent.ts";
import { statusOf } from "./log-entry.ts";
import { createSqliteTaskStore } from "./stores/sqlite/sqlite.ts";
import { gate, startServer } from "./testing/harness.ts";
import { temporaryFiles } from "./testing/temporary-files.ts";

const newFile = temporaryFiles();
const BYTES = 64 * 4_096;

it("serves on while the disk is full, and recovers the tasks that it hit when there is room again", async () => {
  const store = createSqliteTaskStore({ file: newFile(), fileBytes: BYTES });
  onTestFinished(() => store.close());
  const agent: Agent = async function* ({ text, artifact }) {
    for (let size = Number(text); size > 0; size -= 1_000)
      yield artifact({ artifactId: `${size}`, parts: "x".repeat(1_000) });
  };
  // No lease ends, however slow the machine is, before the test says so.
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const timing = { lease: 60_000 };
  const full = gate();
  const onError = (error: unknown) => {
    if (String(error).includes("is full")) full.open();
  };
  const server = await startServer("fetch", { agent, store, timing, onError });
  onTestFinished(() => server.close());

  const { task: finished } = await server.send("20000");
  expect(finished.status.state).toBe("TASK_STATE_COMPLETED");
  const { task: hit } = await server.send("1000000", {}, { returnImmediately: true });
  // Its log fills the disk: the append is refused, whole, and the run is given up.
  await full.opened;
  for (let filled = false; !filled; )
    filled = (await server.send("0", {}, { returnImmediately: true })).code !== undefined;
  expect(await server.send("0")).toMatchObject({ code: -32603, message: "Internal error" });
  expect((await server.call("GetTask", { id: finished.id })).body.result.artifacts).toHaveLength(20);

  await store.purge({ finishedBefore: new Date(Date.now() + 60_000), limit: 1 });
  vi.advanceTimersByTime(2 * timing.lease);
  const log = store.entries({ tenant: "", owner: "" }, hit.id, 2, new AbortController().signal);
  const states: unknown[] = [];
  for await (const { entry } of log) {
    const state = statusOf(entry)?.state;
    if (state !== undefined && states.push(state) > 0 && isTerminal(state)) break;
  }
  expect(states).toEqual(["TASK_STATE_FAILED"]);
  expect((await server.send("0")).task.status.state).toBe("TASK_STATE_COMPLETED");
});
