import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { type FetchServer, serveFetch } from "../fetch/serve-fetch.ts";
import { createMock, type MockOptions } from "../mock/create-mock.ts";
import { parseFault } from "../mock/fault.ts";
import { testSource } from "../mock/mock.test-helper.ts";
import { readSpecSource } from "../mock/spec-source.ts";
import { runCli } from "../run-cli.test-helper.ts";
import type { Report } from "./report.ts";

const specs = fileURLToPath(new URL("../../../../specs", import.meta.url));
let server: FetchServer | undefined;
let mock: ReturnType<typeof createMock> | undefined;
afterEach(async () => {
  await server?.close();
  await mock?.close();
});

async function start(options: Partial<MockOptions> & { faults?: MockOptions["faults"] }): Promise<string> {
  mock = createMock({ source: testSource, ...options });
  server = await serveFetch(mock.fetch, { port: 0, host: "127.0.0.1" });
  return `${server.url}/`;
}

async function examine(
  url: string,
  ...args: string[]
): Promise<{ status: number; report: Report; findings: string[] }> {
  const { status, stdout } = await runCli(["doctor", url, "-o", "json", "--send", "Hello", ...args]);
  const report: Report = JSON.parse(stdout);
  return { status, report, findings: report.findings.map(({ rule, severity }) => `${severity} ${rule}`) };
}

test("a mock without faults gives no findings", async () => {
  const { status, report } = await examine(await start({}));
  expect([status, report.findings]).toEqual([0, []]);
  expect(report.counts.passed).toBeGreaterThan(45);
});

test("a rate limit is no deviation: what it refused is counted, and not judged", async () => {
  const url = await start({ faults: ["status=429"].map(parseFault) });
  const { findings, report } = await examine(url);
  expect(findings).toEqual(["error endpoint-answers"]);
  expect(report.limited).toBe(1);
  expect(report.overlay).toBeUndefined();
});

test("a limit that is reached on the way leaves the rest unjudged", async () => {
  const url = await start({ faults: ["CancelTask:status=429", "ListTasks:status=429"].map(parseFault) });
  const { status, report, findings } = await examine(url);
  expect({ status, findings, isCounted: (report.limited ?? 0) >= 2 }).toEqual({
    status: 0,
    findings: [],
    isCounted: true,
  });
});

describe("a mock that is broken in one way gives exactly its findings", () => {
  test.each([
    ["wrong-id", ["error id-echoed", "error stream-frames"]],
    ["GetTask:wrong-id", ["error id-echoed"]],
    ["ListTasks:content-type=text/plain", ["error content-type"]],
    ["CancelTask:malformed", ["error envelope"]],
    ["CancelTask:error=Internal", ["error cancel-unknown", "warning cancel-terminal"]],
    ["SubscribeToTask:error=MethodNotFound", ["error methods"]],
    ["remove=/error/data/*/@type", ["warning error-details"]],
    ["remove=/error/data", ["info error-info"]],
    ['set=/error/data="oops"', ["warning error-details", "info error-info"]],
    ["remove=/error/message", ["error error-shape"]],
    ["error-status=400", ["warning error-codes"]],
    ['ListTasks:set=/result/trace="at handle (/srv/app/index.js:10:7)"', []],
    ['CancelTask:set=/error/message="Traceback (most recent call last)"', ["warning error-opaque"]],
    ["request-header=a2a-version:1.0", ["warning version-unsupported", "warning version-absent"]],
    ["ListTasks:remove=/result/nextPageToken", ["error list-members"]],
    ["ListTasks:set=/result/pageSize=50", ["warning list-page-size"]],
    ["rename=/**/contextId=context_id", ["error camel-case-out"]],
    ["SendMessage:set=/**/state=3", ["error enum-names-out"]],
    ['set=/**/timestamp="2026-01-01T00:00:00+02:00"', ["warning timestamps-utc"]],
    ['SendMessage:set=/result/task/kind="task"', ["warning no-kind"]],
    ["GetTask:remove=/result/status", ["error required-out", "error get-task"]],
    ["SendMessage:remove=/result/task/artifacts/0/parts/0/text", ["error part-one-of"]],
    ["SendMessage:remove=/result/task/artifacts/0/artifactId", ["error required-out"]],
    ["SendMessage:remove=/result/task/contextId", ["warning context-minted"]],
    ['SendMessage:set=/result/task/status/state="TASK_STATE_WORKING"', ["error send-blocks"]],
    ["SendStreamingMessage:lose=1", ["error stream-task-first"]],
    ["SendStreamingMessage:duplicate=3", ["error stream-order"]],
    ["SendStreamingMessage:reorder=3", ["error stream-order"]],
    ["SendStreamingMessage:drop=2", ["error stream-opens"]],
    ["SendStreamingMessage:keep-open", ["error stream-closes-terminal"]],
    ["SendStreamingMessage:wrong-id", ["error stream-frames"]],
    ["card:remove=/description", ["error card-schema"]],
    ["card:remove=/skills/0/tags", ["error card-schema"]],
    ['card:set=/supportedInterfaces/0/protocolVersion="0.3.0"', ["error card-version"]],
    ['card:set=/supportedInterfaces/0/protocolBinding="GRPC"', ["error card-usable"]],
    ['card:set=/supportedInterfaces/0/url="http://127.0.0.1:9/"', ["error endpoint-answers"]],
    ['card:set=/supportedInterfaces/0/url="/"', ["warning card-interfaces"]],
    ["card:remove=/supportedInterfaces", ["error card-schema", "error card-usable"]],
    ['card:set=/securityRequirements=[{"schemes":{"key":{}}}]', ["error card-schemes", "error auth-missing"]],
    ["card:rename=/defaultInputModes=default_input_modes", ["error camel-case-out"]],
    ["card:header=etag:", ["info card-cached"]],
  ])("%s", async (fault, want) => {
    const { findings, status } = await examine(await start({ faults: [parseFault(fault)] }));
    expect(findings).toEqual(want);
    expect(status).toBe(want.some((finding) => finding.startsWith("error")) ? 1 : 0);
  });
});

describe("what a dialect accounts for is no more than an info", () => {
  const infos = ["info card-shape", "info version-absent", "info send-one-of"];

  test("where the card tells the dialect", async () => {
    const source = await readSpecSource(`${specs}/cdq-genius/openapi.json`, { cwd: specs });
    const url = await start({ source, keys: { "api-key": "k1" } });
    const { findings, status, report } = await examine(url, "--api-key", "k1");
    expect([findings, status, report.dialect]).toEqual([infos, 0, "cdq-genius"]);
    expect(report.overlay ?? report.tryDialect).toBeUndefined();
  });

  test("where it does not, the dialect that fits is named", async () => {
    const source = await readSpecSource(`${specs}/cdq-genius/openapi.json`, { cwd: specs });
    const { report } = await examine(
      await start({ source, keys: { "api-key": "k1" } }),
      "--api-key",
      "k1",
      "--dialect",
      "a2a",
    );
    expect(report.tryDialect).toBe("cdq-genius");
  });

  test("who is not let in is told what to give, and has found out nothing", async () => {
    const source = await readSpecSource(`${specs}/cdq-genius/openapi.json`, { cwd: specs });
    const url = await start({ source, keys: { "api-key": "k1" } });
    const { status, report } = await examine(url);
    expect([status, report.locked]).toEqual([
      4,
      expect.stringContaining("an API key: set A2ACLI_API_KEY or --api-key"),
    ]);
    expect((await runCli(["doctor", url])).stdout).toContain("Locked: the agent lets nobody in without a credential");
    expect((await runCli(["conformance", url, "--api-key", "other"])).status).toBe(4);
  });

  test("where none fits, an overlay says what is particular", async () => {
    const { report } = await examine(
      await start({ faults: [parseFault("error-status=400"), parseFault("ListTasks:error=MethodNotFound")] }),
    );
    expect(report.tryDialect).toBeUndefined();
    expect(report.overlay).toContain('errorStatus: "mapped"');
    expect(report.overlay).toContain(
      "SendStreamingMessage: { params: a2a#SendMessageRequest, result: a2a#StreamResponse, streaming: true }",
    );
    expect(report.overlay).not.toContain("ListTasks:");
    expect(report.overlay).toContain('$.paths["/"].post');
  });
});
