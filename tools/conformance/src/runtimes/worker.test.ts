import { a2a } from "@a2akit/protocol/dialects/a2a";
import { startRuntime } from "@a2akit/runtimes";
import { expect, onTestFinished, test } from "vitest";
import { openScript } from "../frames.ts";
import { getTask, type Peer, send, sendTask } from "../peer.ts";
import { words } from "../tasks.ts";

test("the recipe for Workers: direct answers from a plain one, tasks from a Durable Object", async () => {
  const runtime = await startRuntime("workerd", new URL("worker.app.ts", import.meta.url), {
    durableObjects: ["Greeter"],
  });
  onTestFinished(() => runtime.stop());
  const peerAt = (path: string): Peer => ({
    dialect: a2a,
    path,
    headers: {},
    fetch: (at, init) => fetch(runtime.url + at, init),
  });
  const plain = peerAt("/plain");
  for (const name of ["Ada", "Grace"])
    expect((await send(plain, name)).message?.parts).toEqual([{ text: `Hello, ${name}!` }]);

  const lasting = peerAt("/");
  const begun = await sendTask(lasting, "Ada", { configuration: { returnImmediately: true } });
  const state = async () => (await getTask(lasting, begun.id)).status.state;
  await expect.poll(state, { timeout: 60_000 }).toBe("TASK_STATE_COMPLETED");
  const frames = await openScript(lasting, "Grace");
  expect(words(await frames.rest())).toEqual(["task", "WORKING", expect.any(String), "COMPLETED"]);
});
