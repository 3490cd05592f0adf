import { describe, expect, test } from "vitest";
import { bareCard } from "../bare-card.test-helper.ts";
import type { Io } from "../io.ts";
import { runCli } from "../run-cli.test-helper.ts";

const WORKING = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
const DONE = { ...WORKING, status: { state: "TASK_STATE_COMPLETED" } };

type Answer = (id: unknown) => Response;

const result =
  (value: object): Answer =>
  (id) =>
    Response.json({ jsonrpc: "2.0", id, result: value });
/** As our own server says it: an error of JSON-RPC. */
const refused =
  (status = 429, headers: Record<string, string> = {}): Answer =>
  (id) =>
    Response.json({ jsonrpc: "2.0", id, error: { code: -32000, message: "Too many requests" } }, { status, headers });
/** As a proxy says it. */
const down =
  (status: number, retryAfter: string): Answer =>
  () =>
    new Response("busy", { status, headers: { "retry-after": retryAfter } });
/** A stream that shows the task at work and breaks off. */
const cutOff: Answer = (id) =>
  new Response(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { task: WORKING } })}\n\n`, {
    headers: { "content-type": "text/event-stream" },
  });

/** An agent that answers each method in this order, the last again and again; `calls` are the methods called. */
function agent(answers: Readonly<Record<string, readonly Answer[]>>) {
  const calls: string[] = [];
  const fetch: Io["fetch"] = async (request) => {
    if (request.method === "GET") return Response.json(bareCard({ capabilities: { streaming: true } }));
    const { method, id } = JSON.parse(await request.text());
    const own = answers[method] ?? [];
    const nth = calls.filter((call) => call === method).length;
    calls.push(method);
    return (own[Math.min(nth, own.length - 1)] ?? refused(400))(id);
  };
  const run = (...words: string[]) =>
    runCli([...words, "-a", "https://agent.example/", "-o", "json", "--poll-interval", "1ms"], { fetch });
  return { calls, run };
}

const BUSY = /^Warning: the agent is busy \(HTTP 429\); it is asked again in \d/m;

describe("a wait goes on while the agent is busy", () => {
  test("task get --wait", async () => {
    const { calls, run } = agent({ GetTask: [refused(), result(WORKING), refused(), refused(503), result(DONE)] });
    const { status, stdout, stderr } = await run("task", "get", "t", "--wait");
    expect({ status, task: JSON.parse(stdout) }).toEqual({ status: 0, task: DONE });
    expect(stderr).toMatch(BUSY);
    expect(stderr.split("busy")).toHaveLength(2);
    expect(calls).toHaveLength(5);
  });

  test.each([[[]], [["--stream"]]])("task subscribe %j", async (flags) => {
    const { calls, run } = agent({ SubscribeToTask: [refused()], GetTask: [refused(), result(DONE)] });
    const { status, stdout, stderr } = await run("task", "subscribe", "t", ...flags);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(flags.length > 0 ? { task: DONE } : DONE);
    expect(stderr).toMatch(BUSY);
    expect(calls).toEqual(["SubscribeToTask", "GetTask", "GetTask"]);
  });

  test.each([[[]], [["--stream"]]])("send %j, whose message is not sent again", async (flags) => {
    const { calls, run } = agent({
      SendStreamingMessage: [cutOff],
      SubscribeToTask: [refused()],
      GetTask: [refused(), result(DONE)],
    });
    const { status, stdout, stderr } = await run("send", "hi", ...flags);
    expect(status).toBe(0);
    const last = flags.length > 0 ? stdout.trim().split("\n").at(-1) : stdout;
    expect(JSON.parse(last ?? "")).toEqual({ task: DONE });
    expect(stderr).toMatch(BUSY);
    expect(calls.filter((method) => method === "SendStreamingMessage")).toHaveLength(1);
  });
});

test.each([
  ["429", refused(429, { "retry-after": "3600" })],
  ["503 of a proxy", down(503, "3600")],
  ["more than a timer can hold", refused(429, { "retry-after": "999999999" })],
])("it asks no earlier than it may, and ends at its own time limit: %s", async (_, answer) => {
  const { calls, run } = agent({ GetTask: [answer] });
  const { status, stdout } = await run("task", "get", "t", "--wait", "--timeout", "200ms");
  expect(status).toBe(5);
  expect(JSON.parse(stdout).error).toMatchObject({
    code: "A2ACLI_ERR_TIMEOUT",
    message: expect.stringContaining("task t goes on"),
  });
  expect(calls).toEqual(["GetTask"]);
});

describe("a poll that gets no answer", () => {
  const noAnswer = (): never => {
    throw new TypeError("fetch failed", { cause: new Error("connection reset") });
  };
  const gateway: Answer = () => new Response("bad gateway", { status: 502 });

  test("is made again, and the wait goes on", async () => {
    const { calls, run } = agent({ GetTask: [noAnswer, gateway, noAnswer, result(WORKING), gateway, result(DONE)] });
    const { status, stdout, stderr } = await run("task", "get", "t", "--wait");
    expect({ status, task: JSON.parse(stdout) }).toEqual({ status: 0, task: DONE });
    expect(stderr).toMatch(/^Warning: .*connection reset; it is asked again in 1 ms$/m);
    expect(calls).toHaveLength(6);
  });

  test("ends it when there are four in a row", async () => {
    const { calls, run } = agent({ GetTask: [result(WORKING), noAnswer, noAnswer, noAnswer, gateway, result(DONE)] });
    const { status, stdout } = await run("task", "get", "t", "--wait");
    expect([status, JSON.parse(stdout).error.code]).toEqual([3, "A2ACLI_ERR_UNREACHABLE"]);
    expect(calls).toHaveLength(5);
  });
});

test("what is refused for good ends it, and so does a message that was not taken", async () => {
  const unknown = agent({
    GetTask: [(id) => Response.json({ jsonrpc: "2.0", id, error: { code: -32001, message: "?" } })],
  });
  expect((await unknown.run("task", "get", "t", "--wait")).status).toBe(1);
  const busy = agent({ SendStreamingMessage: [refused()] });
  expect((await busy.run("send", "hi", "--stream")).status).toBe(1);
  expect(busy.calls).toEqual(["SendStreamingMessage"]);
});
