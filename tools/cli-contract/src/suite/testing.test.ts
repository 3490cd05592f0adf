import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { a2a, field, json, lines, type Running, start, temporaryFolder } from "../harness/a2a.ts";
import { liveAgent } from "../harness/agents.ts";
import { covers } from "../harness/covers.ts";

const specs = fileURLToPath(new URL("../../../../specs", import.meta.url));
const CDQ = join(specs, "cdq-genius/openapi.json");
const MOLTRUST = join(specs, "moltrust/openapi.yaml");

/** A mock that listens on a free port, and its base URL. */
async function startMock(...args: string[]): Promise<Running & { url: string }> {
  const running = start(["mock", ...args, "--port", "0"]);
  await running.until(/^Stop: /m);
  return { ...running, url: `${new URL(field(running.stdout(), "Card") ?? "").origin}/` };
}

test("a vendor's file with examples is an agent in one line: send, get, cancel, and a plain POST", async () => {
  const { url, child, done } = await startMock(CDQ);
  const { task } = await json(["send", "-a", url, "Hello"]);
  expect(task.artifacts[0].parts[0].text).toMatch(/^Boehringer Ingelheim GmbH/);
  expect(await json(["task", "get", "-a", url, task.id])).toMatchObject({ id: task.id });
  const cancel = await a2a(["task", "cancel", "-a", url, "task-abc123"]);
  expect([cancel.status, cancel.stderr]).toEqual([1, expect.stringContaining("TaskNotCancelableError")]);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "GetTask", params: { id: "task-abc123" } });
  const plain = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  expect(await plain.json()).toMatchObject({ id: 2, result: { id: "task-abc123", contextId: "ctx-xyz789" } });
  child.kill("SIGINT");
  expect(await done).toMatchObject({ status: 0, stderr: expect.stringContaining("Call: POST / SendMessage → 200") });
});

test("a vendor's file without examples streams, and follows a script and its faults", async () => {
  const script = join(temporaryFolder(), "replies.yaml");
  writeFileSync(
    script,
    `replies:
  - when: { regex: "order (\\\\d+)" }
    events: [{ working: "Looking up order $1" }, { artifact: { name: Order, parts: "Order $1 is on its way" } }]
  - when: { text: flaky }
    times: 1
    faults: [status=503]
  - when: { continues: true }
    message: Thanks
  - when: { part: data }
    events: [{ input-required: "Which one?" }]
`,
  );
  const { url } = await startMock(MOLTRUST, "--script", script, "--fault", "SubscribeToTask:error=Internal");
  const agent = ["-a", url, "--dialect", "moltrust"];
  const stream = lines((await a2a(["send", ...agent, "--stream", "-o", "json", "where is order 17?"])).stdout);
  expect(stream.map((event) => Object.keys(event)[0])).toEqual([
    "task",
    "statusUpdate",
    "artifactUpdate",
    "statusUpdate",
  ]);
  expect(JSON.stringify(stream)).toContain("Order 17 is on its way");
  const flaky = async () => (await a2a(["send", ...agent, "flaky"])).status;
  expect([await flaky(), await flaky()]).toEqual([3, 0]);
  const asked = await json(["send", ...agent, "--data", "-"], { stdin: "{}" });
  expect(asked.task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  expect((await json(["send", ...agent, "--task-id", asked.task.id, "the first"])).message.parts[0].text).toBe(
    "Thanks",
  );
  expect((await a2a(["task", "subscribe", ...agent, asked.task.id])).status).toBe(1);
});

test("a card is an agent, too, and --api-key locks it", async () => {
  const { url } = await liveAgent();
  const card = await json(["card", "get", "-a", url]);
  const file = join(temporaryFolder(), "card.json");
  writeFileSync(
    file,
    JSON.stringify({
      ...card,
      securitySchemes: { key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } } },
    }),
  );
  const mock = await startMock(file, "--api-key", "k1");
  expect((await a2a(["send", "-a", mock.url, "Hello"])).status).toBe(4);
  const { stdout } = await a2a(["send", "-a", mock.url, "Hello"], { env: { A2ACLI_API_KEY: "k1" } });
  expect(stdout).toContain("You said: Hello");
});

test("doctor finds what is broken and nothing else, and says so by its exit status", async () => {
  const sound = await startMock(MOLTRUST);
  expect(await a2a(["doctor", sound.url, "--send", "Hello"])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("Found: 0 errors, 0 warnings, 0 infos"),
  });
  const broken = await startMock(MOLTRUST, "--fault", "SendStreamingMessage:lose=1");
  const { status, stdout } = await a2a(["doctor", broken.url, "--send", "Hello"]);
  expect(status).toBe(1);
  expect(field(stdout, "Error")).toBe("the first event is statusUpdate");
  expect(field(stdout, "Rule")).toBe(
    "The first frame about a task is the Task; status and artifact updates follow. (stream-task-first, A2A §3.1.2)",
  );
  expect(field(stdout, "Found")).toBe("1 error, 0 warnings, 0 infos");
});

covers(["CONFORM_001"], "conformance runs our checks, or the TCK of a checkout, and reports JUnit", async () => {
  const { url } = await liveAgent();
  const cwd = temporaryFolder();
  const own = await json(["conformance", url, "--junit", "results.xml"], { cwd });
  expect([own.suite, own.counts.fail]).toEqual(["a2akit", 0]);
  expect(own.counts.pass).toBeGreaterThan(30);
  const both = await json(["conformance", url, "--junit", "-"]);
  expect(both.error.message).toMatch(/^--junit - and -o json both want standard output/);
  const tck = await json(["conformance", url, "--tck", fakeTck()]);
  expect([tck.suite, tck.counts]).toEqual(["a2a-tck", { pass: 1, fail: 1, warn: 0, skip: 0 }]);
});

/** A folder with the layout of the public TCK. Its Python is a program of Node: what is shown is how it is run and read, not what it says. */
function fakeTck(): string {
  const folder = temporaryFolder();
  for (const path of [".venv/bin", "reports"]) mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, "run_tck.py"), "");
  const report = {
    per_requirement: { "A-1": { level: "MUST", status: "PASS" }, "A-2": { level: "MUST", status: "FAIL" } },
  };
  const program = `#!${process.execPath}\nrequire("node:fs").writeFileSync("reports/compatibility.json", ${JSON.stringify(JSON.stringify(report))});\n`;
  writeFileSync(join(folder, ".venv/bin/python"), program);
  chmodSync(join(folder, ".venv/bin/python"), 0o755);
  return folder;
}
