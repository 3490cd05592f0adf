import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createA2AHandler } from "@a2akit/server";
import { type Serving, serve } from "@a2akit/server/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CliError } from "./cli-error.ts";
import { runCli } from "./run-cli.test-helper.ts";
import { createScriptedAgent } from "./scripted-agent.test-helper.ts";

const SECRET = "t0p/s3cret+";
const OWNER = { owner: "alice", tenant: "" };
let serving: Serving;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2a-cli-"));
  const handler = createA2AHandler({
    agent: createScriptedAgent().agent,
    card: {
      name: "Guarded agent",
      description: "Does what it is told, for a token",
      version: "1.0.0",
      securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      securityRequirements: [{ schemes: { token: {} } }],
    },
    authenticate: async ({ header }) => (header("authorization") === `Bearer ${SECRET}` ? OWNER : { status: 401 }),
    onError: () => {},
    timing: { closeGrace: 0 },
  });
  serving = await serve({ handler });
});
afterAll(async () => {
  await serving.close();
  await rm(folder, { recursive: true });
});

const cli = (argv: readonly string[], surroundings?: Parameters<typeof runCli>[1]) =>
  runCli([...argv, "-a", serving.url], { env: { A2ACLI_BEARER: SECRET }, cwd: folder, ...surroundings });

/** The error object and exit status of a command line. */
async function failure(argv: readonly string[], surroundings?: Parameters<typeof runCli>[1]) {
  const { status, stdout } = await runCli([...argv, "-o", "json"], { cwd: folder, ...surroundings });
  return { status, ...JSON.parse(stdout).error };
}

/** A server that answers everything alike, for as long as `use` takes. */
async function withServer<T>(
  answer: { status?: number; type?: string; body: string },
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer((_, response) => {
    response.writeHead(answer.status ?? 200, { "content-type": answer.type ?? "application/json" }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

describe("the agent card (CARD_GET_001)", () => {
  test("by host, base URL, full URL, file URL and path", async () => {
    const { host, href } = new URL(serving.url);
    const wellKnown = new URL("/.well-known/agent-card.json", href).href;
    const { stdout } = await runCli(["card", "get", "-a", wellKnown, "-o", "json"]);
    const file = join(folder, "card.json");
    await writeFile(file, stdout);
    for (const reference of [host, href, wellKnown, pathToFileURL(file).href, file, "./card.json", "card.json"]) {
      const got = await runCli(["card", "get", "-a", reference, "-o", "json"], { cwd: folder });
      expect(JSON.parse(got.stdout), reference).toEqual(JSON.parse(stdout));
    }
    const text = (await runCli(["card", "get", "-a", host])).stdout;
    expect(text).toContain("Name: Guarded agent\n");
    expect(text).toContain(`Interface: JSONRPC 1.0 ${href}\n`);
    expect(text).toContain("Security scheme: token (httpAuthSecurityScheme)\n");
  });

  test.each([
    ["something else", { body: '{"hello":"world"}' }, 1, "A2ACLI_ERR_CARD_INVALID"],
    ["a page", { body: "<html>", type: "text/html" }, 1, "A2ACLI_ERR_CARD_INVALID"],
    ["nothing", { body: "", status: 404 }, 3, "A2ACLI_ERR_CARD_NOT_FOUND"],
    ["a failure", { body: "", status: 500 }, 3, "A2ACLI_ERR_CARD_NOT_FOUND"],
  ])("%s", async (_, answer, status, code) => {
    await withServer(answer, async (url) => {
      expect(await failure(["card", "get", "-a", url])).toMatchObject({
        status,
        code,
        message: expect.stringContaining(url),
      });
    });
  });

  test("says which member is wrong", async () => {
    await withServer({ body: '{"name":"x","skills":[],"endpoint":"https://h/"}' }, async (url) => {
      const { message } = await failure(["card", "get", "-a", url]);
      expect(message.match(/supportedInterfaces must list an interface/g)).toHaveLength(1);
    });
  });

  test("a file that is not there, or not a card", async () => {
    expect(await failure(["card", "get", "-a", "./none.json"])).toMatchObject({
      status: 3,
      code: "A2ACLI_ERR_CARD_NOT_FOUND",
    });
    await writeFile(join(folder, "broken.json"), "{");
    expect(await failure(["card", "get", "-a", "broken.json"])).toMatchObject({
      status: 1,
      code: "A2ACLI_ERR_CARD_INVALID",
    });
  });

  test("an endpoint that is no URL, or a version that is not ours", async () => {
    const { stdout } = await runCli(["card", "get", "-a", serving.url, "-o", "json"]);
    const card = JSON.parse(stdout);
    const withInterface = async (change: object) => {
      const supportedInterfaces = [{ ...card.supportedInterfaces[0], ...change }];
      await writeFile(join(folder, "changed.json"), JSON.stringify({ ...card, supportedInterfaces }));
      return failure(["send", "hi", "-a", "changed.json"]);
    };
    expect(await withInterface({ url: "rpc" })).toMatchObject({ status: 1, code: "A2ACLI_ERR_CARD_INVALID" });
    expect(await withInterface({ protocolVersion: "0.3" })).toMatchObject({
      status: 1,
      code: "VersionNotSupportedError",
    });
    expect(await withInterface({ protocolBinding: "GRPC" })).toMatchObject({
      status: 1,
      code: "UnsupportedOperationError",
    });
  });

  test("a card file beyond the limit", async () => {
    await writeFile(join(folder, "large.json"), JSON.stringify({ name: "x".repeat(1_048_576) }));
    expect(await failure(["card", "get", "-a", "large.json"])).toMatchObject({
      status: 1,
      code: "A2ACLI_ERR_CARD_INVALID",
      message: expect.stringContaining("larger than 1048576 bytes"),
    });
  });

  test("no agent at all is a usage error with an example", async () => {
    expect(await failure(["send", "hi"])).toMatchObject({
      status: 2,
      code: "A2ACLI_ERR_USAGE",
      hint: "a2a send hi -o json -a agents.example",
    });
    expect(await failure(["send", "hi", "-a", "ftp://h/"])).toMatchObject({ status: 2, code: "A2ACLI_ERR_USAGE" });
    expect(await failure(["send", "hi", "-a", "file://other-host/card.json"])).toMatchObject({
      status: 2,
      code: "A2ACLI_ERR_USAGE",
    });
  });
});

test("a port where nobody listens is unreachable, exit status 3", async () => {
  const url = await withServer({ body: "" }, async (address) => address);
  expect(await failure(["send", "hi", "-a", url])).toMatchObject({
    status: 3,
    code: "A2ACLI_ERR_UNREACHABLE",
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

test("a task that does not end in time: exit status 5 (TASK_POLL_002)", async () => {
  const { task } = JSON.parse((await cli(["send", "--async", "task:work;hold", "-o", "json"])).stdout);
  const { status, stdout } = await cli([
    "task",
    "get",
    task.id,
    "--wait",
    "--timeout",
    "50ms",
    "--poll-interval",
    "10ms",
    "-o",
    "json",
  ]);
  expect(status).toBe(5);
  expect(JSON.parse(stdout).error.code).toBe("A2ACLI_ERR_TIMEOUT");
  await cli(["task", "cancel", task.id]);
});

test("an interrupt ends a wait with 130", async () => {
  const controller = new AbortController();
  const waiting = cli(["send", "--stream", "task:work:thinking;hold"], {
    signal: controller.signal,
    onStdout: () => controller.abort(new CliError("A2AKIT_ERR_INTERRUPTED", "Interrupted")),
  });
  const { status, stdout } = await waiting;
  expect(status).toBe(130);
  const [, id = ""] = /^Task: (.*)$/m.exec(stdout) ?? [];
  expect((await cli(["task", "cancel", id])).status).toBe(0);
});

describe("credentials", () => {
  test("none: exit status 4, and what to set", async () => {
    const error = await failure(["send", "message:hi", "-a", serving.url]);
    expect(error).toMatchObject({
      status: 4,
      code: "A2ACLI_ERR_CREDENTIALS_MISSING",
      message: expect.stringContaining("(the agent takes a bearer token: set A2ACLI_BEARER or --bearer)"),
    });
  });

  test("the wrong one: exit status 4", async () => {
    const error = await failure(["send", "message:hi", "-a", serving.url, "--bearer", "wrong"]);
    expect(error).toMatchObject({ status: 4, code: "A2ACLI_ERR_AUTH_FAILED", a2aCode: -32000 });
  });

  test("one that the agent has no scheme for is not sent: exit status 4", async () => {
    const error = await failure(["send", "message:hi", "-a", serving.url, "--api-key", "key-123"]);
    expect(error).toMatchObject({
      status: 4,
      code: "A2ACLI_ERR_AUTH_FAILED",
      message: expect.stringContaining("no security scheme that takes an API key"),
    });
  });

  test("--debug shows requests, responses and frames, and no secret (AUTH_004, OUT_007)", async () => {
    const forms = [SECRET, encodeURIComponent(SECRET), Buffer.from(SECRET).toString("base64")];
    for (const flags of [
      ["--stream"],
      ["--svc-param", `x-copy:${SECRET}`],
      ["--metadata", JSON.stringify({ SECRET })],
    ]) {
      const { status, stdout, stderr } = await cli(["send", "--debug", "--bearer", SECRET, "task:work;done", ...flags]);
      expect(status).toBe(0);
      expect(stderr).toMatch(/debug \d+ \d+ms > POST http/);
      expect(stderr).toMatch(/debug \d+ \d+ms > authorization: \[redacted\]/);
      expect(stderr).toMatch(/debug \d+ \d+ms < .*TASK_STATE_COMPLETED/);
      for (const form of forms) expect(stderr).not.toContain(form);
      expect(stdout).not.toContain(SECRET);
    }
  });
});

test("task list pages, and says how to go on (TASK_LIST_001)", async () => {
  const { task } = JSON.parse((await cli(["send", "task:done", "-o", "json"])).stdout);
  await cli(["send", "--context-id", task.contextId, "task:done"]);
  const list = ["task", "list", "--context-id", task.contextId, "--status", "completed", "--page-size", "1"];
  const { stdout } = await cli(list);
  expect(stdout).toContain("Total: 2\n");
  const [, token = ""] = /^Next page: a2a task list .*--page-token (\S+) -a/m.exec(stdout) ?? [];
  const second = JSON.parse((await cli([...list, "--page-token", token, "-o", "json"])).stdout);
  expect(second).toMatchObject({ tasks: [{ id: task.id }], nextPageToken: "", totalSize: 2 });
});

test("help and version go to standard output with exit status 0 (CLI_001)", async () => {
  for (const argv of [[], ["--help"], ["help"], ["task", "-h"], ["send", "--help"], ["help", "task", "get"]]) {
    const { status, stdout, stderr } = await runCli(argv);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage:\n {2}a2a /m);
  }
  expect(await runCli(["--version"])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  expect(await runCli(["--hlep"])).toMatchObject({ status: 2, stdout: "" });
});
