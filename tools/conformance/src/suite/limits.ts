import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { openScript } from "../frames.ts";
import { call, getTask, post, readReply, refused, script, send, sendTask } from "../peer.ts";
import { artifactIds, eventually, seen, texts } from "../tasks.ts";

const now = { configuration: { returnImmediately: true } };

/** What is too much, and how that is said. */
export const limitChecks: readonly Check[] = [
  {
    title: "a body over the limit is 413, one at the limit passes",
    cites: ["limit-body", "http-status"],
    needs: ["SendMessage"],
    settings: { limits: { bodyBytes: 4_000 } },
    async run({ peer }) {
      const params = script("message:x", { more: [{ text: "" }] });
      const body = (size: number): string => {
        const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params });
        return text.replace('"text":""', `"text":"${"x".repeat(size - text.length)}"`);
      };
      assert.equal(body(4_000).length, 4_000);
      assert.ok((await readReply(await post(peer, body(4_000)), 1)).envelope.result);
      const reply = await readReply(await post(peer, body(4_001)));
      assert.equal(reply.status, 413);
      assert.ok(reply.envelope.error);
    },
  },
  {
    title: "JSON that is nested too deep is refused, on typed and on opaque members",
    cites: ["limit-nesting"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const { message } = script("message:x");
      const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
      const ask = async (metadata: string) => {
        const text = JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "SendMessage",
          params: { message, metadata: "HERE" },
        });
        return readReply(await post(peer, text.replace('"HERE"', metadata)));
      };
      for (const depth of [200, 100_000]) {
        const { envelope } = await ask(`{"a":${nested(depth)}}`);
        assert.ok(
          [-32602, -32600, -32700].includes(envelope.error?.code ?? 0),
          `${depth}: ${JSON.stringify(envelope.error)}`,
        );
      }
      assert.ok((await ask(`{"a":${nested(20)}}`)).envelope.result);
    },
  },
  {
    title: "a message with too many parts is refused",
    cites: ["limit-parts"],
    needs: ["SendMessage"],
    settings: { limits: { listItems: 10 } },
    async run({ peer }) {
      const parts = (count: number) =>
        script("message:x", { more: Array.from({ length: count - 1 }, () => ({ text: "x" })) });
      assert.ok((await call(peer, "SendMessage", parts(10))).envelope.result);
      await refused("InvalidParams", call(peer, "SendMessage", parts(11)));
    },
  },
  {
    title: "a caller with too many streams gets no more, until one ends",
    cites: ["limit-streams"],
    needs: ["SendStreamingMessage"],
    settings: { limits: { streamsPerCaller: 2 } },
    async run({ peer, as, gates }) {
      const streams = [
        await openScript(peer, "task:work;gate:a;done"),
        await openScript(peer, "task:work;gate:b;done"),
      ];
      const { envelope } = await readReply(
        await post(
          peer,
          JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendStreamingMessage", params: script("message:x") }),
        ),
      );
      assert.ok(envelope.error, "a third stream");
      await (await openScript(as("alice"), "message:x")).rest();
      gates.open("a");
      await streams[0]?.rest();
      await (await openScript(peer, "task:done")).rest();
      gates.open("b");
      await streams[1]?.rest();
    },
  },
  {
    title: "a caller with too many running tasks gets no more, until one ends",
    cites: ["limit-tasks"],
    needs: ["SendMessage", "GetTask"],
    settings: { limits: { runningTasks: 2 } },
    async run({ peer, gates }) {
      const first = await sendTask(peer, "task:work;gate:a;done", now);
      await sendTask(peer, "task:work;gate:b;done", now);
      const isRefused = async (): Promise<boolean> => {
        const { envelope } = await call(peer, "SendMessage", script("task:done"));
        const reason = envelope.error?.data?.[0]?.reason;
        if (reason !== undefined) assert.equal(reason, "RESOURCE_EXHAUSTED");
        return envelope.error !== undefined;
      };
      assert.ok(await isRefused());
      gates.open("a");
      await eventually(peer, first.id, "TASK_STATE_COMPLETED");
      await seen(isRefused, (still) => !still);
      gates.open("b");
    },
  },
  {
    title: "a task at work queues a number of messages and refuses the next one",
    cites: ["limit-queue", "http-status"],
    needs: ["SendMessage", "GetTask"],
    settings: { storeOptions: { queuedMessages: 2 } },
    async run({ peer, gates }) {
      const { id: taskId } = await sendTask(peer, "task:work;gate:g;input:q", now);
      await gates.reached("g");
      for (const artifact of ["a", "b"]) await sendTask(peer, `task:art:${artifact}:x;input:q`, { taskId, ...now });
      const reply = await call(peer, "SendMessage", script("task:art:c:x;done", { taskId, ...now }));
      assert.equal(reply.status, 429);
      assert.equal(reply.envelope.error?.data?.[0]?.reason, "RESOURCE_EXHAUSTED");
      gates.open("g");
      const task = await seen(
        () => getTask(peer, taskId),
        ({ artifacts = [] }) => artifacts.length === 2,
      );
      assert.deepEqual(artifactIds(task), ["a", "b"]);
    },
  },
  {
    title: "a task that grows over its limit fails and says so",
    cites: ["limit-task-bytes"],
    needs: ["SendMessage", "GetTask"],
    settings: { limits: { taskBytes: 20_000 } },
    async run({ peer }) {
      const task = await sendTask(peer, "task:work;chunks:a:5000;done");
      assert.equal(task.status.state, "TASK_STATE_FAILED");
      assert.notEqual(texts(task.status.message?.parts)[0] ?? "", "");
      assert.equal((await send(peer, "message:pong")).message?.role, "ROLE_AGENT", "others are not disturbed");
    },
  },
];
