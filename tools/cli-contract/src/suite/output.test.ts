import { expect } from "vitest";
import { a2a, json, lines, temporaryFolder } from "../harness/a2a.ts";
import { events, liveAgent, playedAgent } from "../harness/agents.ts";
import { covers } from "../harness/covers.ts";
import { serve } from "../harness/serve.ts";

covers(
  ["OUT_001", "OUT_005"],
  "every answer about a task has its lines, in every mode; the last event of a stream, too",
  async () => {
    const { url } = await liveAgent();
    const { task } = await json(["send", "-a", url, "task:art:a:hi;input:?"]);
    for (const args of [
      ["send", "task:done"],
      ["send", "--stream", "task:art:a:hi;done"],
      ["send", "--async", "task:done"],
      ["task", "get", task.id],
      ["task", "list"],
      ["task", "cancel", task.id],
    ]) {
      const { stdout } = await a2a([...args, "-a", url]);
      for (const label of ["Task", "Context", "State"])
        expect(stdout, args.join(" ")).toMatch(new RegExp(`^${label}: \\S+$`, "m"));
    }
    const { stdout } = await a2a(["send", "--stream", "task:work;art:a:hi;done", "-a", url]);
    expect(stdout).toMatch(/Task: \S+\nContext: \S+\nState: TASK_STATE_COMPLETED\nUpdated: \S+\nResume: .*\n$/);
  },
);

covers(["OUT_002"], "-o json is one document of the protocol, by command", async () => {
  const { url } = await liveAgent();
  const { task } = await json(["send", "-a", url, "task:art:a:hi;input:?"]);
  expect(Object.keys(await json(["send", "-a", url, "task:done"]))).toEqual(["task"]);
  expect(Object.keys(await json(["send", "-a", url, "message:hi"]))).toEqual(["message"]);
  expect(await json(["task", "get", task.id, "-a", url])).toMatchObject({ id: task.id, status: {} });
  expect(await json(["task", "cancel", task.id, "-a", url])).toMatchObject({
    id: task.id,
    status: { state: "TASK_STATE_CANCELED" },
  });
  expect(Object.keys(await json(["task", "list", "-a", url])).sort()).toEqual([
    "nextPageToken",
    "pageSize",
    "tasks",
    "totalSize",
  ]);
  expect(await json(["card", "get", "-a", url])).toMatchObject({
    name: "Scripted agent",
    supportedInterfaces: [{ url }],
  });
  // No variable makes it a stream.
  const { stdout } = await a2a(["send", "-a", url, "-o", "json", "task:work;done"], { env: { A2ACLI_STREAM: "1" } });
  expect(JSON.parse(stdout)).toHaveProperty("task");
});

covers(["OUT_003"], "an error that ends a stream is the last line of its own", async () => {
  const { url } = await playedAgent(
    ({ id }) => {
      const frame = JSON.stringify({
        jsonrpc: "2.0",
        id,
        result: { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } },
      });
      const error = JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32603, message: "Internal error" } });
      return new Response(`data: ${frame}\n\ndata: ${error}\n\n`, { headers: { "content-type": "text/event-stream" } });
    },
    { capabilities: { streaming: true } },
  );
  const { status, stdout } = await a2a(["send", "--stream", "-o", "json", "-a", url, "hi"]);
  expect(status).toBe(1);
  const [first, last] = lines(stdout);
  expect(first.task.id).toBe("t");
  expect(last.error).toMatchObject({ code: "InternalError", a2aCode: -32603 });
});

covers(["OUT_004", "EXIT_001"], "errors have their name, a code and a hint; the exit status agrees", async () => {
  const { url } = await liveAgent();
  const dead = await serve(() => Response.json({}));
  const page = await serve(() => new Response("<html>", { headers: { "content-type": "text/html" } }));
  const nothing = await serve(() => new Response("", { status: 404 }));
  for (const [args, status, code] of [
    [["task", "get", "nope", "-a", url], 1, "TaskNotFoundError"],
    [["send", "-a", dead.url, "hi"], 1, "A2ACLI_ERR_CARD_INVALID"],
    [["send", "-a", page.url, "hi"], 1, "A2ACLI_ERR_CARD_INVALID"],
    [["send", "-a", nothing.url, "hi"], 3, "A2ACLI_ERR_CARD_NOT_FOUND"],
    [["send", "-a", "./none.json", "hi"], 3, "A2ACLI_ERR_CARD_NOT_FOUND"],
    [["send", "-a", "http://127.0.0.1:1/", "hi"], 3, "A2ACLI_ERR_UNREACHABLE"],
    [["send", "-a", url], 2, "A2ACLI_ERR_USAGE"],
    [["send", "-a", url, "--nonsense", "hi"], 2, "A2ACLI_ERR_USAGE"],
    [["nonsense"], 2, "A2ACLI_ERR_USAGE"],
  ] as const) {
    const outcome = await a2a([...args, "-o", "json"]);
    expect(outcome.status, args.join(" ")).toBe(status);
    expect(JSON.parse(outcome.stdout).error).toMatchObject({ code, message: expect.stringMatching(/./) });
    expect(outcome.stderr).toBe("");
  }
  expect((await json(["task", "get", "nope", "-a", url])).error).toEqual({
    code: "TaskNotFoundError",
    message: expect.stringMatching(/./),
    hint: `a2a task list -a ${url}`,
    a2aCode: -32001,
  });
  const text = await a2a(["task", "get", "nope", "-a", url]);
  expect(text.stdout).toBe("");
  expect(text.stderr).toMatch(/^Error: .+\nCode: TaskNotFoundError \(-32001\)\nHint: a2a task list -a .+\n$/);
});

covers(["OUT_005"], "text carries no control sequence, whatever the agent says, and asks nothing", async () => {
  const { url } = await liveAgent();
  const { stdout, status } = await a2a([
    "send",
    "-a",
    url,
    "message:\u001b[31mred\u001b]0;title\u0007 \u009b2J\u0008done",
  ]);
  expect(status).toBe(0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  expect(stdout).toContain("red");
});

covers(["OUT_003"], "frames of a stream that breaks stay whole lines", async () => {
  const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
  const { url } = await playedAgent(
    ({ method, id }) =>
      method === "SendStreamingMessage"
        ? events(id, [{ task }], { cut: true })
        : { ...task, status: { state: "TASK_STATE_COMPLETED" } },
    { capabilities: { streaming: true } },
  );
  const { stdout } = await a2a(["send", "--stream", "-o", "json", "-a", url, "hi"], { cwd: temporaryFolder() });
  expect(lines(stdout).at(-1).task.status.state).toBe("TASK_STATE_COMPLETED");
});
