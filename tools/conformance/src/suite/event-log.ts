import assert from "node:assert/strict";
import { createMemoryTaskStore } from "@a2akit/server";
import type { Check } from "../check.ts";
import { type Frame, open, openScript, subscribe } from "../frames.ts";
import { call, refused, script, sendTask } from "../peer.ts";
import { artifactIds, seen, taskOf, words } from "../tasks.ts";

const EXTENSION = "urn:a2akit:event-log:1";
const ask = { "a2a-extensions": EXTENSION };
const after = (id: string) => ({ headers: { ...ask, "last-event-id": id } });
const numbers = (frames: readonly Frame[]): number[] => frames.map(({ id }) => Number(id));
const rising = (values: readonly number[]): boolean => values.every((value, index) => value > (values[index - 1] ?? 0));

/** The extension urn:a2akit:event-log:1: a stream that can be resumed exactly where it broke. */
export const eventLogChecks: readonly Check[] = [
  {
    title: "asked for, it is echoed, and each frame has the number of its entry",
    cites: ["log-echoed", "log-ids"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      const frames = await openScript(peer, "task:work;art:a:1;done", { headers: ask });
      assert.equal(frames.headers.get("a2a-extensions"), EXTENSION);
      const all = await frames.rest();
      assert.ok(
        all.every(({ id }) => /^[1-9]\d*$/.test(id ?? "")),
        JSON.stringify(all.map(({ id }) => id)),
      );
      assert.ok(rising(numbers(all)), JSON.stringify(numbers(all)));
    },
  },
  {
    title: "not asked for, no frame has an id and nothing is echoed",
    cites: ["log-off"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      const frames = await openScript(peer, "task:work;done");
      assert.equal(frames.headers.get("a2a-extensions"), null);
      assert.ok((await frames.rest()).every(({ id }) => id === undefined));
    },
  },
  {
    title: "a direct Message has no id",
    cites: ["log-message"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      const frames = await (await openScript(peer, "message:x", { headers: ask })).rest();
      assert.deepEqual(
        frames.map(({ id }) => id),
        [undefined],
      );
    },
  },
  {
    title: "resuming after any entry gives the Task up to there and every later entry, once",
    cites: ["log-resume", "log-resume-terminal", "stream-order"],
    needs: ["SendStreamingMessage", "SubscribeToTask"],
    async run({ peer }) {
      const whole = await (
        await openScript(peer, "task:work;art:a:1;art:b:2;work:again;art:c:3;done", { headers: ask })
      ).rest();
      const { id } = taskOf(whole[0]);
      for (const [index, frame] of whole.entries()) {
        const resumed = await (await subscribe(peer, id, after(frame.id ?? ""))).rest();
        const made = words(whole.slice(0, index + 1)).filter((word) => word.startsWith("art:"));
        assert.deepEqual(
          artifactIds(taskOf(resumed[0])).map((artifact) => `art:${artifact}`),
          made,
        );
        assert.equal(resumed[0]?.id, frame.id, "the Task has the number it is folded up to");
        assert.deepEqual(events(resumed.slice(1)), events(whole.slice(index + 1)));
      }
    },
  },
  {
    title: "resuming a task at work goes on live",
    cites: ["log-resume"],
    needs: ["SendStreamingMessage", "SubscribeToTask"],
    async run({ peer, gates }) {
      const lost = await openScript(peer, "task:work;art:a:1;art:b:2;gate:g;art:c:3;done", { headers: ask });
      const seen = await lost.until((event) => event.artifactUpdate?.artifact.artifactId === "a");
      lost.close();
      await gates.reached("g");
      const back = await subscribe(peer, taskOf(seen[0]).id, after(seen.at(-1)?.id ?? ""));
      assert.deepEqual(artifactIds(taskOf(await back.next())), ["a"]);
      assert.deepEqual(words(await back.until((event) => event.artifactUpdate !== undefined)), ["art:b"]);
      gates.open("g");
      assert.deepEqual(words(await back.rest()), ["art:c", "COMPLETED"]);
    },
  },
  {
    title: "resuming as often as the stream ends comes to the end of the task",
    cites: ["log-resume", "history-order"],
    needs: ["SendStreamingMessage", "SubscribeToTask"],
    async run({ peer }) {
      const first = await (await openScript(peer, "task:art:a:1;input:q", { headers: ask })).rest();
      const { id } = taskOf(first[0]);
      await sendTask(peer, "task:art:b:2;done", { taskId: id });
      const resumed: Frame[] = [];
      for (let last = first[0]; words(resumed).at(-1) !== "COMPLETED"; last = resumed.at(-1)) {
        const [task, ...later] = await (await subscribe(peer, id, after(last?.id ?? ""))).rest();
        taskOf(task);
        resumed.push(...later);
      }
      assert.deepEqual(words(resumed), ["art:a", "INPUT_REQUIRED", "art:b", "COMPLETED"]);
      assert.ok(rising(numbers(resumed)));
    },
  },
  {
    title: "a position that is no number, or is ahead of the log, is refused",
    cites: ["log-bad-position", "stream-early-error"],
    needs: ["SendMessage", "SubscribeToTask"],
    async run({ peer }) {
      const { id } = await sendTask(peer, "task:work;input:q");
      for (const position of ["x", "-1", "1.5", "1e3", "999999", "0x1", "99999999999999999999"]) {
        await refused("InvalidParams", call(peer, "SubscribeToTask", { id }, after(position)));
      }
    },
  },
  {
    title: "a position on SendStreamingMessage is refused: it would run twice",
    cites: ["log-send", "stream-early-error"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      await refused("InvalidParams", call(peer, "SendStreamingMessage", script("task:done"), after("1")));
    },
  },
  {
    title: "a position without the extension means nothing",
    cites: ["log-off", "subscribe-terminal"],
    needs: ["SendMessage", "SubscribeToTask"],
    async run({ peer }) {
      const { id } = await sendTask(peer, "task:input:q");
      const frames = await open(peer, "SubscribeToTask", { id }, { headers: { "last-event-id": "1" } });
      assert.equal((await frames.next())?.event.task?.status.state, "TASK_STATE_INPUT_REQUIRED");
      frames.close();
      const finished = await sendTask(peer, "task:done");
      await refused(
        "UnsupportedOperation",
        call(peer, "SubscribeToTask", { id: finished.id }, { headers: { "last-event-id": "1" } }),
      );
    },
  },
  {
    title: "a position in a log that was compacted gets the final Task",
    cites: ["log-compacted"],
    needs: ["SendStreamingMessage", "SubscribeToTask"],
    settings: { store: () => createMemoryTaskStore({ compactAfter: 0 }) },
    async run({ peer }) {
      const whole = await (await openScript(peer, "task:art:a:1;art:b:2;done", { headers: ask })).rest();
      const { id } = taskOf(whole[0]);
      const resumed = await seen(
        async () => {
          // The store looks for old logs when a task begins.
          await openScript(peer, "task:done").then((frames) => frames.rest());
          return (await subscribe(peer, id, after(whole[0]?.id ?? ""))).rest();
        },
        (frames) => frames.length === 1,
      );
      const task = taskOf(resumed[0]);
      assert.equal(task.status.state, "TASK_STATE_COMPLETED");
      assert.deepEqual(artifactIds(task), ["a", "b"]);
    },
  },
];

const events = (frames: readonly Frame[]) => frames.map(({ id, event }) => ({ id, event }));
