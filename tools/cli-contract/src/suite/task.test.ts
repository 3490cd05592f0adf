import { expect } from "vitest";
import { a2a, field, json, lines, start } from "../harness/a2a.ts";
import { events, liveAgent, playedAgent } from "../harness/agents.ts";
import { covers } from "../harness/covers.ts";

covers(["TASK_CANCEL_001"], "task cancel shows the state, and again is no failure", async () => {
  const { url } = await liveAgent();
  const { task } = await json(["send", "-a", url, "--async", "task:work;gate:g"]);
  for (const _ of ["first", "again"]) {
    const { status, stdout } = await a2a(["task", "cancel", task.id, "-a", url]);
    expect(status).toBe(0);
    expect(field(stdout, "State")).toBe("TASK_STATE_CANCELED");
    expect(field(stdout, "Task")).toBe(task.id);
  }
  const done = (await json(["send", "-a", url, "task:done"])).task;
  const { error } = await json(["task", "cancel", done.id, "-a", url]);
  expect(error).toMatchObject({
    code: "TaskNotCancelableError",
    a2aCode: -32002,
    hint: expect.stringContaining(`task get ${done.id}`),
  });
});

covers(["TASK_POLL_001", "TASK_GET_001"], "task get once, and with --wait until it is over", async () => {
  const { url, gates, calls } = await liveAgent();
  const { task } = await json(["send", "-a", url, "--async", "task:work;gate:g;art:a:hi;done"]);
  expect((await json(["task", "get", task.id, "-a", url])).status.state).toBe("TASK_STATE_WORKING");
  const waiting = start(["task", "get", task.id, "--wait", "--poll-interval", "20ms", "-a", url, "-o", "json"]);
  while (calls("GetTask").length < 4) await new Promise(setImmediate);
  gates.open("g");
  const { status, stdout } = await waiting.done;
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    status: { state: "TASK_STATE_COMPLETED" },
    artifacts: [{ parts: [{ text: "hi" }] }],
  });
});

covers(["TASK_POLL_003"], "a wait stops on an interrupted state, and goes on through UNSPECIFIED", async () => {
  const states = ["UNSPECIFIED", "SUBMITTED", "UNSPECIFIED", "INPUT_REQUIRED"];
  const { url, calls } = await playedAgent(() => ({
    id: "t",
    contextId: "c",
    status: { state: `TASK_STATE_${states.shift()}` },
  }));
  const { status, stdout } = await a2a(["task", "get", "t", "--wait", "--poll-interval", "5ms", "-a", url]);
  expect(status).toBe(0);
  expect(field(stdout, "State")).toBe("TASK_STATE_INPUT_REQUIRED");
  expect(calls("GetTask")).toHaveLength(4);
  const stuck = await playedAgent(() => ({ id: "t", contextId: "c", status: { state: "TASK_STATE_UNSPECIFIED" } }));
  expect(
    (await a2a(["task", "get", "t", "--wait", "--timeout", "200ms", "--poll-interval", "20ms", "-a", stuck.url]))
      .status,
  ).toBe(5);
  expect(field((await a2a(["task", "get", "t", "-a", stuck.url])).stdout, "State")).toBe("TASK_STATE_UNSPECIFIED");
});

covers(
  ["TASK_POLL_002", "EXIT_001"],
  "--timeout ends a wait with 5, names the task, and polls ever more slowly",
  async () => {
    const { url, calls } = await playedAgent(() => ({
      id: "t",
      contextId: "c",
      status: { state: "TASK_STATE_WORKING" },
    }));
    const { status, stdout } = await a2a([
      "task",
      "get",
      "t",
      "--wait",
      "--timeout",
      // As long as a busy machine may take to come to the wait.
      "5s",
      "--poll-interval",
      "50ms",
      "-a",
      url,
      "-o",
      "json",
    ]);
    expect(status).toBe(5);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: "A2ACLI_ERR_TIMEOUT",
      message: "Not done within 5 s; task t goes on",
      hint: `a2a task get t --wait -a ${url}`,
    });
    // With a pause of 50 ms always there could be a hundred.
    expect(calls("GetTask").length).toBeLessThan(15);
  },
);

covers(["TASK_POLL_002", "INTERACT_004"], "SIGINT in a wait: the id stands already, exit status 130", async () => {
  const { url } = await liveAgent();
  for (const output of ["text", "json"]) {
    const sent = start(["send", "-a", url, "-o", output, "task:work;gate:g"]);
    await sent.until(/^Task: (.*)$/m);
    const id = field(sent.stdout() + sent.stderr(), "Task");
    sent.child.kill("SIGINT");
    const { status, stdout, stderr } = await sent.done;
    expect(status).toBe(130);
    expect(output === "json" ? JSON.parse(stdout).error.hint : field(stderr, "Hint")).toBe(
      `a2a task get ${id} --wait -a ${url}`,
    );
  }
  const polling = start([
    "task",
    "get",
    (await json(["send", "-a", url, "--async", "task:work;gate:g"])).task.id,
    "--wait",
    "-a",
    url,
  ]);
  await new Promise((resolve) => polling.child.once("spawn", resolve));
  polling.child.kill("SIGTERM");
  expect((await polling.done).status).not.toBe(0);
});

covers(["TASK_LIST_001"], "task list filters and pages, and says how to go on", async () => {
  const { url } = await liveAgent();
  const { contextId } = (await json(["send", "-a", url, "task:done"])).task;
  for (const step of ["done", "input:?"]) await a2a(["send", "-a", url, "--context-id", contextId, `task:${step}`]);
  await a2a(["send", "-a", url, "task:done"]);
  const list = ["task", "list", "-a", url, "--context-id", contextId, "--status", "completed", "--page-size", "1"];
  const first = await a2a(list);
  expect(field(first.stdout, "Total")).toBe("2");
  const second = await a2a((field(first.stdout, "Next page") ?? "").split(" ").slice(1));
  expect(field(second.stdout, "State")).toBe("TASK_STATE_COMPLETED");
  expect(field(second.stdout, "Task")).not.toBe(field(first.stdout, "Task"));
  expect(second.stdout).not.toContain("Next page");
  expect(await json(["task", "list", "-a", url, "--status", "input-required"])).toMatchObject({
    totalSize: 1,
    nextPageToken: "",
  });
});

covers(["TASK_SUBSCRIBE_001"], "task subscribe: the final Task, or with --stream its events", async () => {
  const { url, gates } = await liveAgent();
  for (const [name, flags] of [
    ["one", []],
    ["two", ["--stream"]],
  ] as const) {
    const { task } = await json(["send", "-a", url, "--async", `task:work;gate:${name};art:a:late;done`]);
    const following = start(["task", "subscribe", task.id, "-a", url, "-o", "json", "--debug", ...flags]);
    await following.until(/debug .* < .*"result":\{"task"/);
    gates.open(name);
    const { status, stdout } = await following.done;
    expect(status).toBe(0);
    if (flags.length === 0) expect(JSON.parse(stdout).artifacts).toHaveLength(1);
    else expect(lines(stdout)[0].task.id).toBe(task.id);
  }
});

covers(["TASK_SUBSCRIBE_002"], "a stream that breaks is taken up again with the Task", async () => {
  const ids = { taskId: "t", contextId: "c" };
  const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
  const completed = { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" } } };
  let subscriptions = 0;
  const { url, calls } = await playedAgent(
    ({ method, id }) => {
      if (method === "SendStreamingMessage") return events(id, [{ task }], { cut: true });
      subscriptions += 1;
      return subscriptions === 1 ? events(id, [{ task }], { cut: true }) : events(id, [{ task }, completed]);
    },
    { capabilities: { streaming: true } },
  );
  const { status, stdout } = await a2a(["send", "--stream", "-a", url, "-o", "json", "hi"]);
  expect(status).toBe(0);
  expect(lines(stdout).at(-1)).toEqual(completed);
  expect(calls("SendStreamingMessage")).toHaveLength(1);
  expect(calls("SubscribeToTask")).toHaveLength(2);
  expect(calls("GetTask")).toHaveLength(0);
});

covers(["AUTH_011"], "an authorization that is given elsewhere is waited for where that is asked", async () => {
  const { url, gates } = await liveAgent();
  const sent = start([
    "send",
    "-a",
    url,
    "--await-auth",
    "--poll-interval",
    "20ms",
    "task:auth:sign in at x;gate:g;work;art:a:secret plans;done",
  ]);
  await sent.until(/Warning: the task waits for authorization: sign in at x/);
  gates.open("g");
  const { status, stdout } = await sent.done;
  expect(status).toBe(0);
  expect(field(stdout, "State")).toBe("TASK_STATE_COMPLETED");
  expect(stdout).toContain("secret plans");
});
