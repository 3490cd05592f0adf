import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { call, callPlain, messageOf, post, readReply, script, sendTask } from "../peer.ts";

/** Enums, timestamps, bytes and integers (A2A §5.5, §5.6.1). */
export const scalarChecks: readonly Check[] = [
  {
    title: "enum values are understood by number",
    cites: ["enum-numbers-in"],
    needs: ["SendMessage"],
    async run({ peer }) {
      for (const role of [1, "ROLE_USER"]) {
        const reply = await callPlain(peer, "SendMessage", {
          message: { ...messageOf([{ text: "message:x" }]), role },
        });
        assert.ok(reply.envelope.result, reply.text);
      }
      for (const role of [9, "user", "", true, "1.5", "ROLE_NOBODY"]) {
        const reply = await callPlain(peer, "SendMessage", {
          message: { ...messageOf([{ text: "message:x" }]), role },
        });
        assert.equal(reply.envelope.error?.code, -32602, `${role}: ${reply.text}`);
      }
    },
  },
  {
    title: "timestamps are UTC with milliseconds",
    cites: ["timestamps-utc", "timestamp-milliseconds"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const { text } = await call(peer, "SendMessage", script("task:work;done"));
      assert.match(text, /"timestamp":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/);
    },
  },
  {
    title: "bytes are understood as base64 and base64url and written as padded base64",
    cites: ["bytes"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const given = ["AAEC", "+/8=", "-_8=", "-_8", "+/8", ""];
      const parts = [{ text: "task:echo;done" }, ...given.map((raw) => ({ raw }))];
      const { text, envelope } = await callPlain(peer, "SendMessage", { message: messageOf(parts) });
      assert.ok(envelope.result, text);
      assert.match(text, /"parts":\[\{"raw":"AAEC"\},(\{"raw":"\+\/8="\},){4}\{"raw":""\}\]/);
      for (const raw of ["*", "A", "AA=A", 7]) {
        const { envelope } = await callPlain(peer, "SendMessage", { message: messageOf([{ raw }]) });
        assert.equal(envelope.error?.code, -32602, `${raw}`);
      }
    },
  },
  {
    title: "integers are understood as numbers and as strings",
    cites: ["integers-in"],
    needs: ["SendMessage", "GetTask"],
    async run({ peer }) {
      const { id } = await sendTask(peer, "task:input:q");
      await sendTask(peer, "task:input:q", { taskId: id });
      for (const historyLength of ["1", "1.0", "1e0"]) {
        const reply = await readReply(
          await post(
            peer,
            `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"${id}","historyLength":${historyLength}}}`,
          ),
        );
        assert.equal((reply.envelope.result as { history: unknown[] }).history.length, 1, reply.text);
      }
      const { envelope } = await callPlain(peer, "GetTask", { id, historyLength: "1" });
      assert.equal((envelope.result as { history: unknown[] }).history.length, 1);
    },
  },
];
