import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { openScript } from "../frames.ts";
import { call, callPlain, getTask, messageOf, post, readReply, refused, script, sendTask } from "../peer.ts";
import { artifactIds } from "../tasks.ts";

/** Every member name in a JSON value, outside of opaque values. */
function* names(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* names(item);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [name, member] of Object.entries(value)) {
    yield name;
    if (name !== "metadata" && name !== "data") yield* names(member);
  }
}

const opaque = {
  snake_key: 1,
  camelKey: { a_b: [null, true, 0, ""], messageId: "x" },
  message_id: 2,
  "": "empty",
  null: null,
};

/** The data model as JSON (A2A §4, §5.5–5.7). */
export const dataModelChecks: readonly Check[] = [
  {
    title: "camelCase and snake_case params mean the same",
    cites: ["both-spellings-in"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const { id } = await sendTask(peer, "task:input:q1");
      const snake = {
        message_id: "m-2",
        task_id: id,
        role: "ROLE_USER",
        parts: [{ text: "task:done", media_type: "text/plain" }],
      };
      const camel = {
        messageId: "m-3",
        taskId: id,
        role: "ROLE_USER",
        parts: [{ text: "task:done", mediaType: "text/plain" }],
      };
      assert.ok(
        (await callPlain(peer, "SendMessage", { message: { ...snake, parts: [{ text: "task:input:q" }] } })).envelope
          .result,
      );
      assert.ok((await callPlain(peer, "SendMessage", { message: camel })).envelope.result);
      for (const key of ["historyLength", "history_length"]) {
        const { envelope } = await callPlain(peer, "GetTask", { id, [key]: 1 });
        assert.equal((envelope.result as { history: unknown[] }).history.length, 1, key);
      }
    },
  },
  {
    title: "one member in both spellings is invalid",
    cites: ["both-spellings-in", "invalid-params"],
    needs: ["GetTask"],
    async run({ peer }) {
      const { envelope } = await callPlain(peer, "GetTask", { id: "x", historyLength: 1, history_length: 2 });
      assert.equal(envelope.error?.code, -32602);
    },
  },
  {
    title: "results are spelled as the dialect says, with enums by name and without 0.3 members",
    cites: ["camel-case-out", "enum-names-out", "no-kind", "required-out", "defaults-omitted"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const { envelope, text } = await call(peer, "SendMessage", script("task:work:hi;art:a:x;input:q"));
      const all = [...names(envelope.result)];
      const odd = peer.dialect.resultSpelling === "snake_case" ? /[A-Z]/ : /_/;
      assert.deepEqual(
        all.filter((name) => odd.test(name)),
        [],
      );
      assert.ok(!all.includes("kind") && !all.includes("final"), text);
      assert.match(text, /"state":"TASK_STATE_INPUT_REQUIRED"/);
      assert.match(text, /"role":"ROLE_AGENT"/);
      assert.doesNotMatch(text, /:(\[\]|\{\}|""|null)[,}]/, "what is empty is left out");
    },
  },
  {
    title: "a part holds exactly one thing",
    cites: ["part-one-of", "validate-first"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const parts = [
        {},
        { metadata: {} },
        { text: "x", url: "y" },
        { text: "x", data: null },
        { raw: "AA==", url: "u" },
        null,
        "x",
        [],
      ];
      for (const part of parts) {
        const { envelope, text } = await callPlain(peer, "SendMessage", { message: messageOf([part]) });
        assert.equal(envelope.error?.code, -32602, `${JSON.stringify(part)}: ${text}`);
      }
    },
  },
  {
    title: "null is unset, and a value only in data",
    cites: ["null-unset", "opaque-json"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const parts = [{ text: "task:echo;done", metadata: null, url: null }, { data: null }];
      const params = {
        message: { ...messageOf(parts), contextId: null, task_id: null },
        configuration: null,
        tenant: null,
      };
      const { envelope, text } = await callPlain(peer, "SendMessage", params);
      assert.ok(envelope.result, text);
      assert.match(text, /"parts":\[\{"data":null\}\]/);
    },
  },
  {
    title: "metadata and data come back exactly as they were",
    cites: ["opaque-json", "unicode"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const values = [opaque, [opaque, []], 0, "", false, null, "𝔘𝔫𝔦 é \u2028", 1e300, { deep: { list_of: [{}] } }];
      const more = values.map((data) => ({ data, metadata: opaque }));
      const task = await sendTask(peer, "task:echo;done", { more, metadata: opaque });
      for (const { artifacts } of [task, await getTask(peer, task.id)]) {
        assert.deepEqual(artifacts?.[0]?.parts, more);
        assert.deepEqual(artifacts?.[0]?.metadata, opaque);
      }
    },
  },
  {
    title: "members that nobody knows are ignored",
    cites: ["unknown-ignored"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const unknown = { x_new: 1, newThing: { a: [] } };
      const parts = [{ text: "message:x", ...unknown }];
      const params = { message: { ...messageOf(parts), ...unknown }, ...unknown };
      const { envelope, text } = await callPlain(peer, "SendMessage", params);
      assert.ok(envelope.result, text);
      const reply = await readReply(
        await post(peer, JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params, extra: 1 })),
      );
      assert.ok(reply.envelope.result, reply.text);
    },
  },
  {
    title: "what is required has to be there",
    cites: ["required-in", "invalid-params"],
    needs: ["SendMessage", "GetTask", "CancelTask"],
    async run({ peer }) {
      const whole = messageOf([{ text: "message:x" }]);
      const without = (name: keyof typeof whole) =>
        Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
      const calls = [
        ["SendMessage", {}],
        ["SendMessage", { message: without("messageId") }],
        ["SendMessage", { message: without("role") }],
        ["SendMessage", { message: without("parts") }],
        ["SendMessage", { message: { ...whole, parts: [] } }],
        ["SendMessage", { message: { ...whole, parts: {} } }],
        ["GetTask", {}],
        ["GetTask", { id: 7 }],
        ["CancelTask", {}],
        ["CancelTask", { id: null }],
      ] as const;
      for (const [method, params] of calls) {
        const { envelope, text } = await callPlain(peer, method, params);
        assert.equal(envelope.error?.code, -32602, `${method} ${JSON.stringify(params)}: ${text}`);
      }
    },
  },
  {
    title: "__proto__ and constructor are invalid names, and spoil nothing",
    cites: ["proto-keys", "validate-first"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const bodies = ['{"__proto__":{"polluted":1},"id":"x"}', '{"constructor":{"prototype":{"polluted":1}},"id":"x"}'];
      for (const params of bodies) {
        const reply = await readReply(
          await post(peer, `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":${params}}`),
        );
        assert.equal(reply.envelope.error?.code, -32602, reply.text);
      }
      const nested = '{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x","__proto__":{"url":"u"}}]}}';
      const reply = await readReply(
        await post(peer, `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":${nested}}`),
      );
      assert.equal(reply.envelope.error?.code, -32602, reply.text);
      assert.equal(({} as Record<string, unknown>).polluted, undefined);
      await refused("TaskNotFound", call(peer, "GetTask", { id: "__proto__" }));
    },
  },
  {
    title: "stream frames keep opaque JSON and spelling, too",
    cites: ["opaque-json", "camel-case-out", "enum-names-out", "timestamps-utc"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      const frames = await (
        await openScript(peer, "task:echo;done", { more: [{ data: opaque }], metadata: opaque })
      ).rest();
      const artifact = frames.find(({ event }) => event.artifactUpdate)?.event.artifactUpdate?.artifact;
      assert.deepEqual([artifact?.parts, artifact?.metadata], [[{ data: opaque }], opaque]);
      for (const { envelope } of frames) {
        const odd = peer.dialect.resultSpelling === "snake_case" ? /[A-Z]/ : /_/;
        assert.deepEqual(
          [...names(envelope.result)].filter((name) => odd.test(name)),
          [],
        );
      }
      const task = frames[0]?.event.task;
      assert.deepEqual(artifactIds(task), []);
    },
  },
];
