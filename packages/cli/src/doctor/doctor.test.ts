import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FetchServer, serveFetch } from "../fetch/serve-fetch.ts";
import { createMock } from "../mock/create-mock.ts";
import { parseFault } from "../mock/fault.ts";
import { testSource } from "../mock/mock.test-helper.ts";
import { runCli } from "../run-cli.test-helper.ts";

const BIN = fileURLToPath(new URL("../bin.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "a2a-doctor-"));
const faults = ["CancelTask:error=Internal", "ListTasks:error=MethodNotFound"].map(parseFault);
const mock = createMock({ source: testSource, faults });
const asked: string[] = [];
let server: FetchServer;

beforeAll(async () => {
  server = await serveFetch(
    async (request) => {
      asked.push(
        String(
          (
            (await request
              .clone()
              .json()
              .catch(() => ({}))) as { method?: unknown }
          ).method,
        ),
      );
      return mock.fetch(request);
    },
    { port: 0, host: "127.0.0.1" },
  );
});
afterAll(async () => {
  await server.close();
  await mock.close();
  rmSync(folder, { recursive: true });
});

function cardFile(value: unknown): string {
  const path = join(folder, "card.json");
  writeFileSync(path, JSON.stringify(value));
  return path;
}

test("the binary says what is wrong, by which rule, what it costs and what would mend it", async () => {
  const running = promisify(execFile)(process.execPath, [BIN, "doctor", `${server.url}/`]);
  const { code, stdout } = await running.then(
    () => ({ code: 0, stdout: "" }),
    (error: { code: number; stdout: string }) => error,
  );
  expect(code).toBe(1);
  expect(stdout).toContain(
    `Agent: Parrot\nEndpoint: ${server.url}/\nDialect: a2a\nAsked: 13 requests, which change nothing (--verbose lists them)\n`,
  );
  expect(stdout).toContain(
    [
      'Error: CancelTask of a task that does not exist gave the error -32603 "Internal error", not the error -32001 TaskNotFoundError',
      "Rule: CancelTask of a task that does not exist is TaskNotFoundError. (cancel-unknown, A2A §3.1.5)",
      "Costs: A caller cannot tell a task that is gone from one that cannot be canceled.",
    ].join("\n"),
  );
  expect(stdout).toContain("Overlay:\noverlay: 1.0.0\n");
  expect(stdout).toContain("Found: 2 errors, 0 warnings, 0 infos\n");
  expect(stdout).toContain("Not sent: a message, which may cost something");
});

test("without --send nothing that makes the agent work is asked", async () => {
  asked.length = 0;
  await runCli(["doctor", `${server.url}/`]);
  expect(asked.length).toBeLessThanOrEqual(15);
  expect(asked.filter((method) => method.startsWith("Send") || /^(Create|Delete)/.test(method))).toEqual([]);
});

test("--fail-on says what counts", async () => {
  const status = async (level: string) => (await runCli(["doctor", `${server.url}/`, "--fail-on", level])).status;
  expect([await status("never"), await status("error"), await status("info")]).toEqual([0, 1, 1]);
});

test("a card in a file is examined, and nobody called", async () => {
  const before = asked.length;
  const file = cardFile({
    name: "Old",
    description: "d",
    version: "1",
    url: "http://agents.example/",
    protocolVersion: "0.3.0",
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  });
  const { status, stdout } = await runCli(["doctor", file, "-o", "json"]);
  expect(status).toBe(1);
  const { findings, asked: questions, tryDialect } = JSON.parse(stdout);
  expect(tryDialect).toBeUndefined();
  expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual(["card-shape", "card-version", "card-tls"]);
  expect([questions, asked.length]).toEqual([[], before]);
});

test("a card that cannot be used is a finding; a page that is none is an error", async () => {
  const { status, stdout } = await runCli(["doctor", cardFile({ name: "No endpoint" }), "-o", "json"]);
  expect(status).toBe(1);
  expect(JSON.parse(stdout).findings.map(({ rule }: { rule: string }) => rule)).toContain("card-usable");
  expect((await runCli(["doctor", cardFile("text")])).status).toBe(1);
  expect((await runCli(["doctor", "http://127.0.0.1:9/"])).status).toBe(3);
  expect((await runCli(["doctor"])).status).toBe(2);
  expect((await runCli(["doctor", `${server.url}/`, "--dialect", "nope"])).status).toBe(2);
});
