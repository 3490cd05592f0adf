import assert from "node:assert/strict";
import { methods } from "@a2akit/protocol";
import type { Method } from "@a2akit/types";
import type { Check } from "../check.ts";
import { call, post, readReply, script } from "../peer.ts";

const isMethod = (name: string): name is Method => Object.hasOwn(methods, name);

/** What a dialect says about itself, against what is on the wire; none of it goes through the codec. */
export const dialectChecks: readonly Check[] = [
  {
    title: "the result of SendMessage is wrapped or bare, as the dialect says",
    cites: ["send-one-of", "camel-case-out"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const wrapped = peer.dialect.sendMessageResult === "wrapped";
      const task = (await call(peer, "SendMessage", script("task:done"))).envelope.result as object;
      assert.deepEqual([Object.keys(task).join() === "task", "status" in task], [wrapped, !wrapped]);
      const message = (await call(peer, "SendMessage", script("message:x"))).envelope.result as object;
      assert.deepEqual([Object.keys(message).join() === "message", "parts" in message], [wrapped, !wrapped]);
    },
  },
  {
    title: "exactly the methods of the dialect exist",
    cites: ["methods", "method-not-found"],
    needs: [],
    async run({ peer }) {
      for (const method of Object.keys(methods).filter(isMethod)) {
        const { envelope } = await readReply(
          await post(peer, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} })),
          1,
        );
        assert.equal(envelope.error?.code === -32601, !peer.dialect.methods.includes(method), method);
      }
    },
  },
];
