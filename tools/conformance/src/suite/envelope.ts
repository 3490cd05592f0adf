import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { call, type Peer, post, type Reply, readReply, refused, script } from "../peer.ts";

/** POSTs a body as it is and reads the JSON answer. */
async function say(peer: Peer, body: string): Promise<Reply> {
  return readReply(await post(peer, body));
}

const wrong = async (peer: Peer, body: string, code: number, id: unknown) => {
  const { envelope, status, text } = await say(peer, body);
  assert.deepEqual([envelope.error?.code, envelope.id, status], [code, id, 200], `${body} gave ${text}`);
};

const ping = { jsonrpc: "2.0", method: "SendMessage", params: script("message:pong") };

/** JSON-RPC 2.0 itself. */
export const envelopeChecks: readonly Check[] = [
  {
    title: "the id comes back as it was, whatever it was",
    cites: ["id-echoed", "envelope"],
    needs: ["SendMessage"],
    async run({ peer }) {
      for (const id of [1, 0, -7, "", "0", "a b", "é☃", 9007199254740991]) {
        assert.strictEqual((await call(peer, "SendMessage", script("message:pong"), { id })).envelope.id, id);
        assert.strictEqual((await call(peer, "SendMessage", {}, { id })).envelope.id, id, "in an error, too");
      }
    },
  },
  {
    title: "a null or an absent id is what the dialect says",
    cites: ["id-echoed", "invalid-request"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const { required, null: nullable } = peer.dialect.requestId;
      const absent = await say(peer, JSON.stringify(ping));
      assert.equal(absent.envelope.id, null);
      assert.equal(absent.envelope.error?.code, required ? -32600 : undefined, absent.text);
      const given = await say(peer, JSON.stringify({ ...ping, id: null }));
      assert.equal(given.envelope.id, null);
      assert.equal(given.envelope.error?.code, nullable ? undefined : -32600, given.text);
    },
  },
  {
    title: "what is no JSON is a parse error with a null id",
    cites: ["parse-error", "error-codes", "http-status"],
    needs: [],
    async run({ peer }) {
      const bodies = ["", " ", "{", "nope", '{"jsonrpc":"2.0","id":1', "{'a':1}", '{"a":1}}', "\ufeff", "[1,]", "NaN"];
      for (const body of bodies) await wrong(peer, body, -32700, null);
    },
  },
  {
    title: "JSON that is no request, a batch included, is an invalid request",
    cites: ["invalid-request", "error-codes", "http-status"],
    needs: [],
    async run({ peer }) {
      const one = { ...ping, id: 1 };
      for (const value of [null, 1, "x", true, [], [one], [one, one]])
        await wrong(peer, JSON.stringify(value), -32600, null);
      await wrong(peer, "{}", -32600, null);
      for (const id of [{}, [], true, 1.5]) await wrong(peer, JSON.stringify({ ...ping, id }), -32600, null);
      const { jsonrpc: _, ...versionless } = one;
      await wrong(peer, JSON.stringify(versionless), -32600, 1);
      for (const jsonrpc of ["1.0", 2, null]) await wrong(peer, JSON.stringify({ ...one, jsonrpc }), -32600, 1);
      for (const method of [undefined, null, 1, {}]) await wrong(peer, JSON.stringify({ ...one, method }), -32600, 1);
    },
  },
  {
    title: "params that are no object are refused",
    cites: ["invalid-params", "invalid-request"],
    needs: ["SendMessage"],
    async run({ peer }) {
      for (const params of [undefined, null, [], [1], "x", 1, true]) {
        const { envelope, text } = await say(peer, JSON.stringify({ ...ping, id: 1, params }));
        assert.ok(envelope.error?.code === -32602 || envelope.error?.code === -32600, text);
        assert.equal(envelope.id, 1);
      }
    },
  },
  {
    title: "a method that is none of the dialect's does not exist",
    cites: ["method-not-found", "methods", "error-codes"],
    needs: [],
    async run({ peer }) {
      const unknown = [
        "message/send",
        "tasks/get",
        "sendMessage",
        "SendMessage ",
        "",
        "constructor",
        "__proto__",
        "toString",
      ];
      for (const method of unknown)
        await wrong(peer, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} }), -32601, 1);
      const legacy = { kind: "message", messageId: "1", role: "user", parts: [{ kind: "text", text: "x" }] };
      await wrong(
        peer,
        JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/send", params: { message: legacy } }),
        -32601,
        1,
      );
    },
  },
  {
    title: "an ErrorInfo leads the details of every error, each with its @type",
    cites: ["error-details", "error-info", "error-shape"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const answers = [
        ["TASK_NOT_FOUND", await call(peer, "GetTask", { id: "no-such" })],
        ["INVALID_PARAMS", await call(peer, "GetTask", {})],
        ["JSON_PARSE", await say(peer, "{")],
        ["INVALID_REQUEST", await say(peer, "[]")],
        ["METHOD_NOT_FOUND", await say(peer, JSON.stringify({ jsonrpc: "2.0", id: 1, method: "Nope" }))],
      ] as const;
      for (const [reason, { envelope, text }] of answers) {
        const [info, ...others] = envelope.error?.data ?? [];
        assert.equal(info?.["@type"], "type.googleapis.com/google.rpc.ErrorInfo", text);
        assert.equal(info?.reason, reason);
        assert.ok(info?.domain);
        assert.ok(others.every((detail) => typeof detail["@type"] === "string"));
        assert.notEqual(envelope.error?.message, "");
      }
    },
  },
  {
    title: "invalid params name what is wrong, as the caller wrote it",
    cites: ["error-violations", "required-in", "invalid-params", "validate-first"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const message = script("message:x").message;
      const wrongMessages = [
        [{ ...message, parts: [] }, "message.parts"],
        [{ ...message, parts: [{ text: "a" }, { text: 7 }] }, "message.parts[1].text"],
        [
          { ...message, messageId: undefined },
          peer.dialect.paramsSpelling === "snake_case" ? "message.message_id" : "message.messageId",
        ],
        [{ ...message, role: "user" }, "message.role"],
      ] as const;
      for (const [value, path] of wrongMessages) {
        const { envelope, text } = await refused("InvalidParams", call(peer, "SendMessage", { message: value }));
        const details = envelope.error?.data?.[1] as {
          "@type"?: string;
          fieldViolations?: { field: string; description: string }[];
        };
        assert.equal(details?.["@type"], "type.googleapis.com/google.rpc.BadRequest", text);
        assert.ok(
          details.fieldViolations?.some(({ field }) => field === path),
          `${path} in ${text}`,
        );
        assert.ok(details.fieldViolations?.every(({ description }) => description !== ""));
      }
    },
  },
];
