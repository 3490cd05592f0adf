import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { runCli } from "../run-cli.test-helper.ts";

const BIN = fileURLToPath(new URL("../bin.ts", import.meta.url));
const specs = fileURLToPath(new URL("../../../../specs", import.meta.url));

let child: ChildProcess | undefined;
afterEach(() => child?.kill("SIGKILL"));

interface RunningMock {
  readonly child: ChildProcess;
  /** What it said when it was ready. */
  readonly text: string;
  readonly url: string;
  /** Everything on standard error so far. */
  log(): string;
}

/** Starts `a2a mock` on a free port, and waits until it is ready. */
async function startMock(...args: string[]): Promise<RunningMock> {
  const started = spawn(process.execPath, [BIN, "mock", ...args, "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  child = started;
  let text = "";
  let log = "";
  started.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  started.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const ended = once(started, "close").then(() => Promise.reject(new Error(`The mock has ended: ${log}`)));
  ended.catch(() => {});
  while (!text.includes("Stop: ")) await Promise.race([once(started.stdout, "data"), ended]);
  return { child: started, text, url: /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? "", log: () => log };
}

test("a vendor's file is an agent in one line, which the command it names can ask", async () => {
  const mock = await startMock(`${specs}/cdq-genius`);
  expect(mock.text).toContain(`Try: a2a send -a ${mock.url}/ "Hello"`);
  const { status, stdout } = await runCli(["send", "-a", `${mock.url}/`, "Hello"]);
  expect([status, stdout]).toEqual([0, expect.stringContaining("Boehringer Ingelheim GmbH")]);
  mock.child.kill("SIGINT");
  expect((await once(mock.child, "close"))[0]).toBe(0);
  expect(mock.log()).toMatch(/Call: POST \/ SendMessage → 200 application\/json/);
});

test("a stream that the mock drops is taken up again by its caller", async () => {
  const { url } = await startMock(`${specs}/moltrust/openapi.yaml`, "--fault", "SendStreamingMessage:drop=1");
  const { status, stdout } = await runCli(["send", "-a", `${url}/`, "--dialect", "moltrust", "--stream", "Hello"]);
  expect(status).toBe(0);
  expect(stdout).toContain("You said: Hello");
  expect(stdout).toContain("TASK_STATE_COMPLETED");
});

test("with a key, only who has it is let in", async () => {
  const { url } = await startMock(`${specs}/cdq-genius/openapi.json`, "--api-key", "k1");
  expect((await runCli(["send", "-a", `${url}/`, "x"])).status).toBe(4);
  expect((await runCli(["send", "-a", `${url}/`, "x", "--api-key", "k1"])).status).toBe(0);
});

test.each([
  [["none.json"], "There is no file none.json"],
  [["./none"], "./none cannot be read: no such file"],
  [[specs], "has none of openapi.json"],
  [[`${specs}/cdq-genius/openapi.json`, "--fault", "drop"], "--fault drop: drop needs a value: drop=<n>"],
  [
    [`${specs}/cdq-genius/openapi.json`, "--bearer", "s3cret"],
    "--bearer: no security scheme of what is mocked takes one",
  ],
  [[`${specs}/cdq-genius/openapi.json`, "--dialect", "a2a"], "--dialect is for a card"],
  [[`${specs}/cdq-genius/openapi.json`, "--port", "99999"], "is not a port"],
])("mock %s is refused", async (args, why) => {
  const { status, stderr } = await runCli(["mock", ...args]);
  expect(status).toBeGreaterThan(0);
  expect(stderr).toContain(why);
});
