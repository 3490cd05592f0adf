import { expect, onTestFinished, test, vi } from "vitest";
import { subscribe } from "./frames.ts";
import { request, script, sendTask } from "./peer.ts";
import { eventually, taskOf, texts, word } from "./tasks.ts";
import { openWorld } from "./world.ts";

const CHUNKS = 5_000;
const STALL = 30_000;
const EXTENSION = { "a2a-extensions": "urn:a2akit:event-log:1" };

test("a reader that stalls holds nobody up, is closed, and loses nothing when it comes back", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const world = await openWorld({ settings: { timing: { stall: STALL, closeGrace: 0 } } });
  const response = await request(world.peer, "SendStreamingMessage", script(`task:work;chunks:a:${CHUNKS};done`), {
    headers: EXTENSION,
  });
  const reader = response.body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  const id: string = JSON.parse(/data: ?(.*)/.exec(first)?.[1] ?? "").result.task.id;

  await eventually(world.peer, id, "TASK_STATE_COMPLETED");
  expect((await sendTask(world.peer, "task:done")).status.state).toBe("TASK_STATE_COMPLETED");

  await vi.advanceTimersByTimeAsync(STALL + 1_000);
  let text = first;
  const ended = (async () => {
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read())
      text += new TextDecoder().decode(step.value);
  })();
  await ended.catch(() => undefined);
  expect(text).not.toContain("TASK_STATE_COMPLETED");

  const last = [...text.matchAll(/^id: ?(\d+)$/gm)].at(-1)?.[1] ?? "";
  const back = await (await subscribe(world.peer, id, { headers: { ...EXTENSION, "last-event-id": last } })).rest();
  const seen = texts(taskOf(back[0]).artifacts?.[0]?.parts);
  const rest = back.flatMap(({ event }) => texts(event.artifactUpdate?.artifact.parts));
  expect([...seen, ...rest]).toEqual(Array.from({ length: CHUNKS }, (_, index) => String(index)));
  expect(word(back.at(-1)?.event)).toBe("COMPLETED");
  await world.close();
});
