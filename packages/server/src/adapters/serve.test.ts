import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createA2AHandler } from "../handler.ts";
import { createMemoryTaskStore } from "../stores/memory/memory.ts";
import { CARD, gate } from "../testing/harness.ts";
import { serve } from "./serve.ts";

const HEADERS = { "content-type": "application/json", "a2a-version": "1.0" };
const GET_TASK = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "none" } });
const agent = async (): Promise<string> => "hi";

test("an answer that waits for the store when the server closes is not cut off", async () => {
  // A machine that is busy must not use up the second that it has.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = gate();
  const found = gate();
  const memory = createMemoryTaskStore();
  const load = async (): Promise<undefined> => {
    asked.open();
    await found.opened;
  };
  const handler = createA2AHandler({ card: CARD, agent, store: { ...memory, load }, timing: { closeGrace: 0 } });
  const { url, close } = await serve({ handler });
  const answer = fetch(url, { method: "POST", headers: HEADERS, body: GET_TASK });
  await asked.opened;
  const closed = close();
  await handler.close();
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  found.open();
  expect(await (await answer).json()).toMatchObject({ error: { code: -32001 } });
  await closed;
  await memory.close();
});

test.each([
  ["nothing", ""],
  ["half a request", "GET / HTTP/1.1\r\n"],
])("a connection on which %s was sent does not keep the server", async (_, sent) => {
  const { port, server, close } = await serve({ handler: createA2AHandler({ card: CARD, agent }) });
  const caller = connect(port, "127.0.0.1");
  const [connection] = await once(server, "connection");
  caller.write(sent);
  while (connection.bytesRead < sent.length) await new Promise(setImmediate);
  const ended = once(caller, "close");
  await close();
  await ended;
});
