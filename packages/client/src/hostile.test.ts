import { describe, expect, test } from "vitest";
import { connect } from "./connect.ts";
import { testCard, toArray } from "./fixtures.test-helper.ts";
import { EVENT_LOG_EXTENSION } from "./stream/event-log.ts";
import type { Fetch } from "./transport/fetch.ts";

/*
 * What an agent, or what stands before it, may do to a stream, byte by byte; and what its reader sees.
 */

const ids = { taskId: "t", contextId: "c" };
const TASK = '{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}';
const text = (word: string) =>
  `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"${word}"}]}}}`;
const DONE = '{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}';
const answer = (result: string) => `{"jsonrpc":"2.0","id":1,"result":${result}}`;
const frame = (result: string, id?: number) => `${id === undefined ? "" : `id: ${id}\n`}data: ${answer(result)}\n\n`;

const bytes = (...pieces: (string | number[])[]) =>
  pieces.map((piece) => (typeof piece === "string" ? new TextEncoder().encode(piece) : Uint8Array.from(piece)));

/** What a client reads of a stream of these chunks, which is not taken up again. */
async function read(chunks: readonly Uint8Array[], headers: Record<string, string> = {}) {
  const fetch: Fetch = async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream", ...headers } });
  };
  const client = connect(
    { card: testCard(), shape: "interfaces" },
    { fetch, resume: { attempts: 0 }, maxEventBytes: 1_000 },
  );
  const events = await toArray(client.subscribeToTask({ id: "t" }));
  return events.map(({ task, artifactUpdate, statusUpdate }) =>
    artifactUpdate ? artifactUpdate.artifact.parts[0]?.text : (task ?? statusUpdate)?.status?.state.slice(11),
  );
}

const stream = frame(TASK) + frame(text("x")) + frame(DONE);
const want = ["WORKING", "x", "COMPLETED"];

describe("read as it was meant", () => {
  test.each<[string, Uint8Array[]]>([
    ["byte by byte", bytes(...[...new TextEncoder().encode(stream)].map((byte) => [byte]))],
    ["in one piece", bytes(stream)],
    ["CRLF", bytes(stream.replaceAll("\n", "\r\n"))],
    ["CR", bytes(stream.replaceAll("\n", "\r"))],
    ["CRLF, cut between the two", bytes(...stream.replaceAll("\n", "\r\n|").split("|"))],
    ["a BOM", bytes([0xef, 0xbb, 0xbf], stream)],
    ["comments and unknown fields", bytes(`: hi\n\nretry: 5\nevent: x\nodd\n${stream}:bye\n`)],
    ["data in many lines", bytes(stream.replaceAll('{"jsonrpc"', '{\ndata: "jsonrpc"'))],
    ["empty events", bytes(`\n\n\n${stream}`)],
    ["a half frame after the end", bytes(stream, 'data: {"jsonr')],
  ])("%s", async (_, chunks) => {
    expect(await read(chunks)).toEqual(want);
  });

  test("a character that two chunks share", async () => {
    const all = new TextEncoder().encode(frame(TASK) + frame(text("é")) + frame(DONE));
    const at = all.indexOf(0xc3) + 1;
    expect(await read([all.subarray(0, at), all.subarray(at)])).toEqual(["WORKING", "é", "COMPLETED"]);
  });

  test("bytes that are not UTF-8 become the replacement character, as in every event stream", async () => {
    const [head = "", tail = ""] = (frame(TASK) + frame(text("|")) + frame(DONE)).split("|");
    expect(await read(bytes(head, [0xff], tail))).toEqual(["WORKING", "\ufffd", "COMPLETED"]);
  });

  test("a status that is missing says nothing of the task, and is for whoever validates to refuse", async () => {
    const odd = frame('{"statusUpdate":{"taskId":"t","contextId":"c"}}');
    expect(await read(bytes(frame(TASK) + odd + frame(DONE)))).toEqual(["WORKING", undefined, "COMPLETED"]);
  });

  test("numbers of the log that come twice or out of order: each event once", async () => {
    const numbered = frame(TASK, 3) + frame(text("x"), 4) + frame(text("x"), 4) + frame(TASK, 3) + frame(DONE, 5);
    expect(await read(bytes(numbered), { "a2a-extensions": EVENT_LOG_EXTENSION })).toEqual(want);
  });

  test("the same without a log: ids mean nothing", async () => {
    const numbered = frame(TASK, 3) + frame(text("x"), 1) + frame(DONE, 2);
    expect(await read(bytes(numbered))).toEqual(want);
  });
});

describe("refused", () => {
  test.each<[string, Uint8Array[], string]>([
    ["an event beyond the limit", bytes(frame(TASK), frame(text("x".repeat(1_000)))), "larger than 1000 bytes"],
    ["a line that never ends", bytes(frame(TASK), "data: ", "x".repeat(2_000)), "larger than 1000 bytes"],
    ["an event that is not JSON", bytes(frame(TASK), "data: {]\n\n"), "An event of the stream is not JSON"],
    ["a stream that stops", bytes(frame(TASK), frame(text("x"))), "ended before the task did"],
    ["half a frame at the end", bytes(frame(TASK), frame(DONE).slice(0, -3)), "ended before the task did"],
    ["nothing", [], "ended before the task did"],
  ])("%s", async (_, chunks, message) => {
    await expect(read(chunks)).rejects.toMatchObject({
      name: "TransportError",
      message: expect.stringContaining(message),
    });
  });

  test.each([
    ["another request's answer", answer(DONE).replace('"id":1', '"id":2'), { name: "TransportError", status: 200 }],
    ["no payload", answer("{}"), { name: "InvalidAgentResponseError" }],
    ["two payloads", answer(`${TASK.slice(0, -1)},${DONE.slice(1)}`), { name: "InvalidAgentResponseError" }],
    [
      "an error",
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32001}}',
      { name: "TaskNotFoundError", message: "Task not found" },
    ],
    ["a bare error", '{"code":-32001,"message":"gone"}', { name: "TaskNotFoundError", message: "gone" }],
  ])("%s", async (_, data, error) => {
    await expect(read(bytes(frame(TASK), `data: ${data}\n\n`))).rejects.toMatchObject(error);
  });
});

test("members that would reach a prototype are left out", async () => {
  const fetch: Fetch = async () =>
    new Response(`{"jsonrpc":"2.0","id":1,"result":{"context_id":"c","__proto__":{"polluted":1},"id":"t"}}`, {
      headers: { "content-type": "application/json" },
    });
  const task = await connect({ card: testCard(), shape: "interfaces" }, { fetch }).getTask({ id: "t" });
  expect(task).toStrictEqual({ id: "t", contextId: ids.contextId });
  expect(Reflect.get(task, "polluted")).toBeUndefined();
});
