import assert from "node:assert/strict";
import { parseEvents } from "@a2akit/protocol";
import { type Peer, post, readEnvelope, script } from "../peer.ts";
import type { Shot } from "./fuzz.ts";

/** What the text of an exception looks like. */
const EXCEPTION =
  /SECRET|TypeError|RangeError|SyntaxError|\n\s+at |node:internal|node_modules|Cannot read prop|is not a function/;
/** -32603: nothing that a caller sends may be a surprise to the server. */
const INTERNAL = -32603;
/** Frames that are read before the caller leaves a stream. */
const MAX_FRAMES = 20;

/** Fires one shot; throws where the answer is anything but a proper one. */
export async function fire(peer: Peer, { body, headers }: Shot): Promise<void> {
  const leave = new AbortController();
  const response = await post(peer, body, { headers, signal: leave.signal });
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream") && response.body) {
    let frames = 0;
    for await (const { data } of parseEvents(response.body)) {
      proper(data);
      if (++frames >= MAX_FRAMES || /INPUT_REQUIRED|AUTH_REQUIRED/.test(data)) break;
    }
    return leave.abort();
  }
  assert.match(type, /^application\/json\b/, `status ${response.status} with ${type}`);
  proper(await response.text());
  assert.ok(response.status < 500, `status ${response.status}`);
}

function proper(text: string): void {
  const { error } = readEnvelope(text);
  assert.notEqual(error?.code, INTERNAL, text);
  assert.doesNotMatch(text.slice(0, 5_000), EXCEPTION);
}

/** Whether the server is still in its right mind. */
export async function alive(peer: Peer): Promise<void> {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: "alive",
    method: "SendMessage",
    params: script("task:work;art:a:x;done"),
  });
  const envelope = readEnvelope(await (await post(peer, body)).text());
  assert.equal(envelope.id, "alive");
  assert.ok(envelope.result, JSON.stringify(envelope.error));
}
