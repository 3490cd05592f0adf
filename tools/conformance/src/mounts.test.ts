import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { moltrust } from "@a2akit/protocol/dialects/moltrust";
import { createA2AHandler } from "@a2akit/server";
import { expect, onTestFinished, test } from "vitest";
import { openScript, subscribe } from "./frames.ts";
import { createGates } from "./gates.ts";
import { getTask, type Peer, result, sendTask } from "./peer.ts";
import { createScriptedAgent } from "./scripted-agent.ts";
import { taskOf, words } from "./tasks.ts";
import { optionsOf } from "./variants.ts";

const mounts = [
  { path: "/", dialect: a2a },
  { path: "/cdq", dialect: cdqGenius },
  { path: "/a2a", dialect: moltrust },
];

function open() {
  const gates = createGates();
  const handler = createA2AHandler({
    ...optionsOf("A"),
    agent: createScriptedAgent(gates),
    mounts,
    onError: () => {},
    timing: { closeGrace: 0 },
  });
  onTestFinished(() => handler.close());
  const peers = mounts.map(
    ({ path, dialect }): Peer => ({
      dialect,
      path,
      headers: { authorization: "Bearer alice" },
      fetch: (at, init) => handler.fetch(new Request(`http://agent.example${at}`, init)),
    }),
  );
  const [canonical, flat, snake] = peers;
  if (!canonical || !flat || !snake) throw new Error("three mounts make three peers");
  return { gates, canonical, flat, snake };
}

test("a task of one mount is the same task on the others, in their dialects", async () => {
  const { canonical, flat, snake } = open();
  const { id } = await sendTask(flat, "task:art:a:1;input:q");
  const task = await getTask(flat, id);
  expect(await getTask(canonical, id)).toEqual(task);
  expect(await getTask(snake, id)).toEqual(task);
  await sendTask(snake, "task:done", { taskId: id });
  expect((await getTask(canonical, id)).status.state).toBe("TASK_STATE_COMPLETED");
});

test("canceling on one mount reaches the agent that another mount started, and the stream on a third", async () => {
  const { gates, canonical, flat, snake } = open();
  const frames = await openScript(canonical, "task:work;gate:g;done");
  const { id } = taskOf(await frames.next());
  await gates.reached("g");
  const follower = await subscribe(snake, id);
  taskOf(await follower.next());
  expect((await result(flat, "CancelTask", { id })).status.state).toBe("TASK_STATE_CANCELED");
  expect(words(await frames.rest())).toEqual(["WORKING", "CANCELED"]);
  expect(words(await follower.rest()).at(-1)).toBe("CANCELED");
});
