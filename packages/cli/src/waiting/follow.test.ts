import { connect, type StreamResponse, type TaskState, TransportError } from "@a2akit/client";
import { expect, test } from "vitest";
import { bareCard } from "../bare-card.test-helper.ts";
import { parse } from "../command-line/parse.ts";
import { tokenize } from "../command-line/tokenize.ts";
import { testIo } from "../run-cli.test-helper.ts";
import { follow, onResume } from "./follow.ts";

const ids = { taskId: "t", contextId: "c" };
const opening: StreamResponse = { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } };
const chunk: StreamResponse = { artifactUpdate: { ...ids, artifact: { artifactId: "a", parts: [{ text: "x" }] } } };
const completed: StreamResponse = { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" } } };

/** Follows these events, with an agent whose task goes through these states when it is polled. */
async function followed({ events, states, error }: { events: StreamResponse[]; states: TaskState[]; error?: Error }) {
  const written = { stdout: "", stderr: "" };
  let polls = 0;
  const fetch = async (request: Request) => {
    const { id } = JSON.parse(await request.text());
    const state = states[polls];
    polls += 1;
    return Response.json({ jsonrpc: "2.0", id, result: { id: "t", contextId: "c", status: { state } } });
  };
  const { signal } = new AbortController();
  const invocation = parse(tokenize(["send", "-a", "x", "-o", "json", "--stream", "--poll-interval", "1ms", "hi"]), {});
  const sink = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const io = testIo({ stdout: sink("stdout"), stderr: sink("stderr"), fetch });
  async function* stream() {
    yield* events;
    if (error) throw error;
  }
  await follow(
    { invocation, io, signal, layers: [], secrets: new Set(), rateLimit: {} },
    { client: connect({ card: bareCard(), shape: "interfaces" }, { fetch }), events: stream() },
  );
  const lines = written.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { lines, polls, stderr: written.stderr };
}

test("a stream that ends with the final state needs no poll", async () => {
  const { lines, polls } = await followed({ events: [opening, chunk, completed], states: [] });
  expect(lines).toEqual([opening, chunk, completed]);
  expect(polls).toBe(0);
});

test("a stream that breaks is followed by polling, with a warning (TASK_POLL_004)", async () => {
  const { lines, polls, stderr } = await followed({
    events: [opening],
    error: new TransportError("connection reset"),
    states: ["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"],
  });
  expect(lines.at(-1)).toMatchObject({ task: { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } });
  expect(polls).toBe(2);
  expect(stderr).toContain("Warning: the stream broke (connection reset); polling\n");
});

test("a stream that ends too early is not taken for success", async () => {
  const { lines, polls } = await followed({ events: [opening, chunk], states: ["TASK_STATE_FAILED"] });
  expect(lines.at(-1)).toMatchObject({ task: { status: { state: "TASK_STATE_FAILED" } } });
  expect(polls).toBe(1);
});

test("a stream that breaks before it names a task is an error", async () => {
  await expect(followed({ events: [], error: new TransportError("refused"), states: [] })).rejects.toThrow("refused");
});

test("a stream that went on is worth a warning only where something may be missing", () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  const { signal } = new AbortController();
  const io = testIo({ stderr: { write } });
  const notice = onResume({
    invocation: parse(tokenize(["send", "-a", "x", "hi"]), {}),
    io,
    signal,
    layers: [],
    secrets: new Set(),
    rateLimit: {},
  });
  notice({ taskId: "t", cause: undefined, gap: false });
  notice({ taskId: "t", cause: undefined, gap: true });
  expect(written).toEqual(["Warning: the stream was cut off and went on; something may be missing\n"]);
});
