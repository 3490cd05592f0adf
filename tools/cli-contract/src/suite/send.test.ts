import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { a2a, field, json, lines, start, temporaryFolder } from "../harness/a2a.ts";
import { events, liveAgent, playedAgent } from "../harness/agents.ts";
import { covers } from "../harness/covers.ts";

covers(["SEND_001", "SEND_002", "OUT_001"], "send waits, and shows ids, state and artifacts as text", async () => {
  const { url, gates } = await liveAgent();
  const sent = start(["send", "-a", url, "task:work;gate:g;art:a:hi there;done"]);
  await gates.reached("g");
  await sent.until(/^Task: /m);
  expect(sent.stdout()).not.toContain("COMPLETED");
  gates.open("g");
  const { status, stdout, stderr } = await sent.done;
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(field(stdout, "State")).toBe("TASK_STATE_COMPLETED");
  expect(field(stdout, "Context")).toMatch(/./);
  expect(stdout).toContain("Artifact: a\nText:\nhi there\n\n");
});

covers(["SEND_002", "OUT_006"], "--async and its aliases return at once, with task and context", async () => {
  const { url, gates } = await liveAgent();
  for (const flag of ["--async", "--return-immediately", "--no-wait"]) {
    const { task } = await json(["send", "-a", url, flag, "task:work;gate:g;done"]);
    expect(task.id, flag).toMatch(/./);
    expect(task.contextId).toMatch(/./);
    expect(task.status.state).not.toBe("TASK_STATE_COMPLETED");
  }
  const { stdout } = await a2a(["send", "-a", url, "task:work;gate:g;done"], { env: { A2ACLI_ASYNC: "true" } });
  expect(field(stdout, "Context")).toMatch(/./);
  expect(field(stdout, "Resume")).toMatch(/^a2a task get \S+ --wait -a /);
  gates.open("g");
});

covers(["SEND_003", "OUT_003"], "--stream shows events as they come, one JSON line each", async () => {
  const { url, gates } = await liveAgent();
  const sent = start(["send", "-a", url, "-o", "json", "--stream", "task:work:hm;gate:g;art:a:hi;done"]);
  await sent.until(/"TASK_STATE_WORKING"/);
  gates.open("g");
  const { status, stdout } = await sent.done;
  expect(status).toBe(0);
  const seen = lines(stdout);
  expect(seen[0].task.id).toMatch(/./);
  expect(seen.at(-1).statusUpdate).toMatchObject({
    taskId: seen[0].task.id,
    contextId: seen[0].task.contextId,
    status: { state: "TASK_STATE_COMPLETED" },
  });
});

covers(["SEND_003", "VER_003"], "--stream to an agent that does not stream waits, and never hangs", async () => {
  const { url, calls } = await liveAgent({ card: { capabilities: { streaming: false } } });
  const { status, stdout, stderr } = await a2a(["send", "-a", url, "-o", "json", "--stream", "task:art:a:hi;done"]);
  expect(status).toBe(0);
  expect(stderr).toContain("Warning: the agent does not stream");
  expect(lines(stdout)).toMatchObject([{ task: { status: { state: "TASK_STATE_COMPLETED" } } }]);
  expect(calls().map(({ call }) => call.method)).not.toContain("SendStreamingMessage");
});

covers(["SEND_003"], "a direct Message ends well, streamed or not", async () => {
  const { url } = await liveAgent();
  for (const flags of [[], ["--stream"]]) {
    const { status, stdout } = await a2a(["send", "-a", url, "-o", "json", "message:pong", ...flags]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ message: { role: "ROLE_AGENT", parts: [{ text: "pong" }] } });
  }
  const text = await a2a(["send", "-a", url, "message:pong"]);
  expect(text.stdout).toContain("Message:\npong\n\n");
});

const MIXED = [
  { text: "read me" },
  { data: { n: 1 } },
  { raw: "AAEC", filename: "b.bin", mediaType: "application/x-b" },
  { url: "https://files.example/c.pdf", filename: "c.pdf", mediaType: "application/pdf" },
];

covers(["SEND_004", "TASK_GET_001"], "each kind of part is rendered, in its own way", async () => {
  const task = {
    id: "t",
    contextId: "c",
    status: { state: "TASK_STATE_COMPLETED" },
    artifacts: [{ artifactId: "a", name: "Mixed", parts: MIXED }],
    history: [{ messageId: "m", role: "ROLE_USER", parts: [{ text: "the question" }] }],
  };
  const { url } = await playedAgent(({ method }) => (method === "GetTask" ? task : { task }));
  for (const args of [
    ["send", "hi"],
    ["task", "get", "t"],
  ]) {
    const { stdout } = await a2a([...args, "-a", url]);
    expect(stdout).toContain('Artifact: Mixed (a)\nText:\nread me\n\nData:\n{\n  "n": 1\n}\n\n');
    expect(stdout).toContain("File: b.bin, application/x-b, 3 B\n");
    expect(stdout).toContain("File: c.pdf, application/pdf, https://files.example/c.pdf\n");
    expect(stdout).not.toContain("AAEC");
  }
  expect((await a2a(["task", "get", "t", "--history", "1", "-a", url])).stdout).toContain("User:\nthe question\n\n");
  expect(await json(["task", "get", "t", "-a", url])).toEqual(task);
});

covers(["SEND_005", "SEND_006"], "parts keep their order; a media type binds to the part before it", async () => {
  const { url, calls } = await liveAgent({
    card: { defaultInputModes: ["*/*", "text/plain", "a/b", "application/json", "text/csv"] },
  });
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "x.csv"), "1,2\n");
  const parts = [
    "--text",
    "task:echo;done",
    "--file",
    "x.csv",
    "--file",
    "x.csv",
    "--media-type",
    "a/b",
    "--data",
    "-",
    "--text",
    "last",
  ];
  const { status } = await a2a(["send", "-a", url, ...parts], { cwd, stdin: '{"k":[1]}' });
  expect(status).toBe(0);
  const raw = Buffer.from("1,2\n").toString("base64");
  expect(calls()[0]?.call.params?.message).toMatchObject({
    parts: [
      { text: "task:echo;done" },
      { raw, filename: "x.csv", mediaType: "text/csv" },
      { raw, filename: "x.csv", mediaType: "a/b" },
      { data: { k: [1] }, mediaType: "application/json" },
      { text: "last" },
    ],
  });
  const alone = await json(["send", "-a", url, "--media-type", "a/b"]);
  expect(alone.error).toMatchObject({ code: "A2ACLI_ERR_USAGE", message: "--media-type a/b follows no part" });
});

covers(["SEND_006"], "a URL is passed on and not fetched", async () => {
  const { url, seen, calls } = await liveAgent({
    card: { defaultInputModes: ["*/*", "text/plain", "application/pdf"] },
  });
  await a2a(["send", "-a", url, "--text", "message:hi", "--file", `${url}x/report.pdf`]);
  expect(calls()[0]?.call.params?.message).toMatchObject({
    parts: [{}, { url: `${url}x/report.pdf`, filename: "report.pdf", mediaType: "application/pdf" }],
  });
  expect(seen.map(({ path }) => path)).not.toContain("/x/report.pdf");
});

covers(
  ["INTERACT_001", "INTERACT_002", "INTERACT_003", "INTERACT_004"],
  "ids go out only as they were given, and come back in full",
  async () => {
    const { url, calls } = await liveAgent();
    const first = (await json(["send", "-a", url, "task:input:which?"])).task;
    expect(calls()[0]?.call.params?.message).not.toHaveProperty("taskId");
    expect(calls()[0]?.call.params?.message).not.toHaveProperty("contextId");
    const answered = (await json(["send", "-a", url, "--task-id", first.id, "task:done"])).task;
    expect(answered).toMatchObject({
      id: first.id,
      contextId: first.contextId,
      status: { state: "TASK_STATE_COMPLETED" },
    });
    const next = (await json(["send", "-a", url, "--context-id", first.contextId, "task:done"])).task;
    expect(next.contextId).toBe(first.contextId);
    expect(next.id).not.toBe(first.id);
  },
);

covers(["INTERACT_002"], "a task id that the agent rejects fails, names --debug and creates nothing", async () => {
  const { url } = await liveAgent();
  const { id, contextId } = (await json(["send", "-a", url, "task:done"])).task;
  const other = (await json(["send", "-a", url, "task:input:?"])).task;
  const before = (await json(["task", "list", "-a", url])).totalSize;
  for (const [flags, code] of [
    [["--task-id", "no-such"], "TaskNotFoundError"],
    [["--task-id", id], "UnsupportedOperationError"],
    [["--task-id", other.id, "--context-id", contextId], "InvalidParamsError"],
  ] as const) {
    for (const stream of [[], ["--stream"]]) {
      const { status, stdout } = await a2a(["send", "-a", url, "-o", "json", ...flags, ...stream, "task:done"]);
      expect(status).toBe(1);
      expect(JSON.parse(stdout).error, flags.join(" ")).toMatchObject({
        code,
        hint: expect.stringContaining(" --debug"),
      });
    }
  }
  expect((await json(["task", "list", "-a", url])).totalSize).toBe(before);
});

covers(["INTERACT_004"], "the resume command does what it says when it is pasted", async () => {
  const { url } = await liveAgent();
  const { stdout } = await a2a(["send", "-a", url, "task:input:which?"]);
  const resume = field(stdout, "Resume") ?? "";
  expect(resume).toBe(`a2a send --task-id ${field(stdout, "Task")} --text ANSWER -a ${url}`);
  const words = resume.replace("ANSWER", "task:done").split(" ").slice(1);
  const answered = await a2a(words);
  expect(field(answered.stdout, "Task")).toBe(field(stdout, "Task"));
  expect(field(answered.stdout, "State")).toBe("TASK_STATE_COMPLETED");
});

covers(["INTERACT_005"], "nothing is left behind, and nothing is taken up", async () => {
  const { url, calls } = await liveAgent();
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, ".config"));
  const { id } = (await json(["send", "-a", url, "task:input:?"], { cwd })).task;
  expect((await json(["send", "-a", url, "task:done"], { cwd })).task.id).not.toBe(id);
  expect(calls("SendStreamingMessage").at(-1)?.call.params?.message).not.toHaveProperty("contextId");
  expect(readdirSync(cwd, { recursive: true })).toEqual([".config"]);
  expect((await a2a(["send", "--continue", "hi", "-a", url])).status).toBe(2);
});

covers(["EXIT_002", "INTERACT_004"], "whatever becomes of the task, the exit status is 0", async () => {
  const { url } = await liveAgent();
  for (const [step, state, warning] of [
    ["fail:x", "FAILED", "the task failed"],
    ["reject:x", "REJECTED", "the agent rejected the task"],
    ["input:x", "INPUT_REQUIRED", "the task waits for input"],
    ["auth:x", "AUTH_REQUIRED", "the task waits for authorization"],
  ]) {
    const { status, stdout, stderr } = await a2a(["send", "-a", url, `task:${step}`]);
    expect(status).toBe(0);
    expect(field(stdout, "State")).toBe(`TASK_STATE_${state}`);
    expect(stderr).toBe(`Warning: ${warning} (TASK_STATE_${state})\n`);
    expect(field(stdout, "Resume")).toMatch(/^a2a send --(task|context)-id /);
  }
});

covers(["TASK_POLL_004"], "a wait whose stream breaks goes on by polling", async () => {
  const working = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
  let polls = 0;
  const { url, calls } = await playedAgent(
    ({ method, id }) => {
      if (method === "SendStreamingMessage") return events(id, [{ task: working }], { cut: true });
      if (method === "SubscribeToTask") return new Response("", { status: 503 });
      polls += 1;
      return polls < 3 ? working : { ...working, status: { state: "TASK_STATE_COMPLETED" } };
    },
    { capabilities: { streaming: true } },
  );
  const { status, stdout, stderr } = await a2a(["send", "-a", url, "--poll-interval", "10ms", "hi"]);
  expect(status).toBe(0);
  expect(field(stdout, "State")).toBe("TASK_STATE_COMPLETED");
  expect(stderr).toContain("polling");
  expect(calls("SendStreamingMessage")).toHaveLength(1);
});
