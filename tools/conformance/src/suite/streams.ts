import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { openScript, subscribe } from "../frames.ts";
import { call, post, refused, script, send, sendTask } from "../peer.ts";
import { artifactIds, eventually, stateOf, taskOf, texts, words } from "../tasks.ts";

const KINDS = ["task", "message", "statusUpdate", "artifactUpdate"];

export const streamChecks: readonly Check[] = [
  {
    title: "a task streams as the Task, then its updates in order, then the end",
    cites: ["stream-opens", "stream-task-first", "stream-order", "stream-closes-terminal", "run-completes"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      const frames = await (await openScript(peer, "task:work:hi;art:a:x;done", { id: "req-7" })).rest();
      assert.deepEqual(words(frames), ["task", "WORKING", "art:a", "COMPLETED"]);
      assert.deepEqual(
        frames.map(({ envelope }) => envelope.id),
        frames.map(() => "req-7"),
      );
    },
  },
  {
    title: "each frame is one whole response with exactly one event, and nothing of version 0.3",
    cites: ["stream-frames", "no-kind", "content-type"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      const params = script("task:work:hi;art:a:x;art:a:y:append:last;done");
      const response = await post(
        peer,
        JSON.stringify({ jsonrpc: "2.0", id: 0, method: "SendStreamingMessage", params }),
      );
      assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream\b/);
      const body = await response.text();
      const blocks = body.split("\n\n").filter((block) => block !== "" && !block.startsWith(":"));
      assert.equal(blocks.length, 5);
      for (const block of blocks) {
        const lines = block.split("\n").filter((line) => line.startsWith("data:"));
        assert.equal(lines.length, 1, `one data line in ${block}`);
        const frame = JSON.parse((lines[0] ?? "").slice("data:".length));
        assert.deepEqual([frame.jsonrpc, frame.id], ["2.0", 0]);
        assert.equal(KINDS.filter((kind) => kind in frame.result).length, 1, block);
        assert.equal(Object.keys(frame.result).length, 1, block);
        assert.doesNotMatch(block, /"(kind|final)":/);
      }
    },
  },
  {
    title: "a direct Message is the only frame, in a context",
    cites: ["stream-message-only", "agent-message-ids", "context-minted"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      const frames = await (await openScript(peer, "message:pong")).rest();
      assert.deepEqual(words(frames), ["message"]);
      assert.ok(frames[0]?.event.message?.contextId);
      assert.deepEqual(texts(frames[0]?.event.message?.parts), ["pong"]);
    },
  },
  {
    title: "a stream ends with the frame that asks for input or for a sign-in",
    cites: ["stream-closes-interrupted", "stream-order"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      assert.deepEqual(words(await (await openScript(peer, "task:work;input:q")).rest()), [
        "task",
        "WORKING",
        "INPUT_REQUIRED",
      ]);
      assert.deepEqual(words(await (await openScript(peer, "task:work;auth:q")).rest()), [
        "task",
        "WORKING",
        "AUTH_REQUIRED",
      ]);
    },
  },
  {
    title: "an event is sent when it happens, while the agent still works",
    cites: ["stream-live", "stream-order"],
    needs: ["SendStreamingMessage"],
    async run({ peer, gates }) {
      const frames = await openScript(peer, "task:work;art:a:x;gate:g;done");
      assert.deepEqual(words(await frames.until((event) => event.artifactUpdate !== undefined)), [
        "task",
        "WORKING",
        "art:a",
      ]);
      gates.open("g");
      assert.deepEqual(words(await frames.rest()), ["COMPLETED"]);
    },
  },
  {
    title: "returnImmediately changes nothing about a stream",
    cites: ["send-immediately-message", "stream-opens"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      const frames = await (
        await openScript(peer, "task:work;done", { configuration: { returnImmediately: true } })
      ).rest();
      assert.deepEqual(words(frames), ["task", "WORKING", "COMPLETED"]);
    },
  },
  {
    title: "a finished task takes no streaming message, and says so in plain JSON",
    cites: ["stream-terminal", "stream-early-error"],
    needs: ["SendMessage", "SendStreamingMessage"],
    async run({ peer }) {
      const { id } = await sendTask(peer, "task:done");
      await refused("UnsupportedOperation", call(peer, "SendStreamingMessage", script("task:done", { taskId: id })));
    },
  },
  {
    title: "an unsupported media type is refused before the stream opens",
    cites: ["stream-media-type", "stream-early-error"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      const more = [{ raw: "AAAA", mediaType: "application/x-unsupported-type" }];
      await refused("ContentTypeNotSupported", call(peer, "SendStreamingMessage", script("message:x", { more })));
    },
  },
  {
    title: "a streaming turn opens with the Task as it stood when the message came, and has the rest of it",
    cites: ["stream-task-first", "turns-in-order", "stream-order"],
    needs: ["SendMessage", "SendStreamingMessage"],
    async run({ peer }) {
      const { id } = await sendTask(peer, "task:art:a1:one;input:q");
      const frames = await (await openScript(peer, "task:work;art:a2:two;done", { taskId: id })).rest();
      assert.deepEqual(words(frames), ["task", "WORKING", "art:a2", "COMPLETED"]);
      const task = taskOf(frames[0]);
      assert.equal(task.id, id);
      assert.deepEqual(artifactIds(task), ["a1"]);
      assert.equal(task.history?.at(-1)?.parts[0]?.text, "task:work;art:a2:two;done");
    },
  },
  {
    title: "a queued streaming turn sends nothing before its run, and then only that",
    cites: ["run-queued", "stream-task-first"],
    needs: ["SendMessage", "SendStreamingMessage", "GetTask"],
    async run({ peer, gates }) {
      const { id } = await sendTask(peer, "task:work;gate:one;art:a:1;input:q", {
        configuration: { returnImmediately: true },
      });
      await gates.reached("one");
      let opened = false;
      const second = openScript(peer, "task:work;art:b:2;done", { taskId: id }).then((frames) => {
        opened = true;
        return frames;
      });
      await send(peer, "message:ping");
      assert.equal(opened, false);
      gates.open("one");
      const frames = await (await second).rest();
      assert.deepEqual(words(frames).slice(-3), ["WORKING", "art:b", "COMPLETED"]);
      assert.equal(frames.filter(({ event }) => event.task).length, 1);
    },
  },
  {
    title: "every stream of a task gets the same events, and leaving one disturbs none",
    cites: ["stream-broadcast", "stream-independent", "run-outlives-caller", "subscribe-task-first"],
    needs: ["SendStreamingMessage", "SubscribeToTask", "GetTask"],
    async run({ peer, gates }) {
      const first = await openScript(peer, "task:work;gate:g;art:a:1;gate:h;art:b:2;done");
      const { id } = taskOf(await first.next());
      await first.until((event) => stateOf(event) === "TASK_STATE_WORKING");
      const others = await Promise.all([subscribe(peer, id), subscribe(peer, id), subscribe(peer, id)]);
      for (const other of others) taskOf(await other.next());
      gates.open("g");
      await gates.reached("h");
      first.close();
      others[0]?.close();
      gates.open("h");
      const [second, third] = await Promise.all(others.slice(1).map((other) => other.rest()));
      assert.deepEqual(words(second ?? []), ["art:a", "art:b", "COMPLETED"]);
      assert.deepEqual(
        third?.map(({ event }) => event),
        second?.map(({ event }) => event),
      );
      assert.deepEqual(artifactIds(await eventually(peer, id, "TASK_STATE_COMPLETED")), ["a", "b"]);
    },
  },
  {
    title: "a thousand chunks arrive in order, each once",
    cites: ["stream-order", "artifact-append"],
    needs: ["SendStreamingMessage", "GetTask"],
    async run({ peer }) {
      const frames = await (await openScript(peer, "task:work;chunks:a:1000;done")).rest();
      const chunks = frames.flatMap(({ event }) => texts(event.artifactUpdate?.artifact.parts));
      const expected = Array.from({ length: 1000 }, (_, index) => String(index));
      assert.deepEqual(chunks, expected);
      assert.equal(stateOf(frames.at(-1)?.event), "TASK_STATE_COMPLETED");
      const { artifacts } = await eventually(peer, taskOf(frames[0]).id, "TASK_STATE_COMPLETED");
      assert.deepEqual(texts(artifacts?.[0]?.parts), expected, "appended parts are not merged");
    },
  },
];
