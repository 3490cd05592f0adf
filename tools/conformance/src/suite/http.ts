import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { openScript } from "../frames.ts";
import { post, readReply, request, script } from "../peer.ts";
import { taskOf } from "../tasks.ts";

/** What HTTP decides before JSON-RPC is asked. */
export const httpChecks: readonly Check[] = [
  {
    title: "a path where nothing is, is 404",
    cites: ["http-status", "envelope"],
    needs: [],
    async run({ peer }) {
      const reply = await readReply(await post(peer, "{}", { path: "/nowhere/at/all" }));
      assert.equal(reply.status, 404);
      assert.ok(reply.envelope.error);
    },
  },
  {
    title: "another HTTP method is 405 with Allow",
    cites: ["http-status", "content-type"],
    needs: [],
    async run({ peer }) {
      for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
        const reply = await readReply(await peer.fetch(peer.path, { method }));
        assert.equal(reply.status, 405, method);
        assert.match(reply.headers.get("allow") ?? "", /\bPOST\b/);
        assert.ok(reply.envelope.error);
      }
    },
  },
  {
    title: "another content type is 415; parameters and case do not matter",
    cites: ["http-status", "content-type"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: script("message:x") });
      for (const type of ["text/plain", "application/xml", "application/jsonp", "multipart/form-data; boundary=x"]) {
        const reply = await readReply(await post(peer, body, { headers: { "content-type": type } }));
        assert.equal(reply.status, 415, type);
        assert.ok(reply.envelope.error);
      }
      for (const type of ["application/json; charset=utf-8", "Application/JSON"]) {
        const reply = await readReply(await post(peer, body, { headers: { "content-type": type } }), 1);
        assert.ok(reply.envelope.result, reply.text);
      }
    },
  },
  {
    title: "a silent stream carries comments",
    cites: ["stream-keep-alive"],
    needs: ["SendStreamingMessage"],
    settings: { timing: { keepAlive: 5 } },
    async run({ peer, gates }) {
      const response = await request(peer, "SendStreamingMessage", script("task:work;gate:g;done"));
      const decoder = new TextDecoder();
      let text = "";
      for await (const bytes of response.body ?? []) {
        text += decoder.decode(bytes, { stream: true });
        if (/^:/m.test(text)) gates.open("g");
      }
      assert.match(text, /^:.*\n\n/m);
      assert.match(text, /TASK_STATE_COMPLETED/);
    },
  },
  {
    title: "a stream opens with headers that keep proxies from holding it back",
    cites: ["content-type", "stream-live"],
    needs: ["SendStreamingMessage"],
    async run({ peer, gates }) {
      const frames = await openScript(peer, "task:work;gate:g;done");
      taskOf(await frames.next());
      assert.match(frames.headers.get("cache-control") ?? "", /no-(cache|store)/);
      gates.open("g");
      await frames.rest();
    },
  },
];
