import { expect } from "vitest";
import { a2a, field, json, lines } from "../harness/a2a.ts";
import { cardAt, liveAgent, playedAgent } from "../harness/agents.ts";
import { covers } from "../harness/covers.ts";
import { serve } from "../harness/serve.ts";

const completed = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };

/** An agent behind one URL whose card lists these interfaces. */
function withInterfaces(list: (url: string) => object[]) {
  return serve(async (request, { method, body }) => {
    const url = new URL("/", request.url).href;
    if (method === "GET") return Response.json(cardAt(url, { supportedInterfaces: list(url) }));
    return Response.json({ jsonrpc: "2.0", id: JSON.parse(body).id, result: completed });
  });
}
const at = (url: string, protocolBinding: string, more: object = {}) => ({
  url,
  protocolBinding,
  protocolVersion: "1.0",
  ...more,
});

covers(["TX_001", "TX_002"], "the first interface that is spoken, or that --transport prefers", async () => {
  const { url, calls } = await withInterfaces((base) => [
    at(`${base}grpc`, "GRPC"),
    at(`${base}first`, "JSONRPC"),
    at(`${base}rest`, "HTTP+JSON"),
    at(`${base}second`, "JSONRPC"),
  ]);
  const path = async (...flags: string[]) => {
    const { status, stderr } = await a2a(["task", "get", "t", "-a", url, ...flags]);
    expect(status).toBe(0);
    return { path: calls().at(-1)?.path, stderr };
  };
  expect(await path()).toEqual({ path: "/first", stderr: "" });
  expect(await path("--transport", "json-rpc")).toEqual({ path: "/first", stderr: "" });
  const preferred = await path("--transport", "HTTP+JSON", "--transport", "JSONRPC");
  expect(preferred).toEqual({
    path: "/first",
    stderr: expect.stringContaining("HTTP+JSON, which this tool does not speak"),
  });
  expect((await json(["task", "get", "t", "-a", url, "--transport", "carrier-pigeon"])).error.code).toBe(
    "A2ACLI_ERR_USAGE",
  );
  const plain = await liveAgent();
  const skipped = await a2a(["send", "-a", plain.url, "message:hi", "--transport", "GRPC"]);
  expect(skipped).toMatchObject({ status: 0, stderr: expect.stringContaining("the card offers no GRPC") });
});

covers(["TX_004"], "an agent without JSON-RPC is refused by name, and nothing is sent", async () => {
  const { url, calls } = await withInterfaces((base) => [at(base, "HTTP+JSON")]);
  const { error } = await json(["send", "-a", url, "hi"]);
  expect(error).toMatchObject({ code: "UnsupportedOperationError", message: expect.stringContaining("HTTP+JSON 1.0") });
  expect(calls()).toEqual([]);
});

covers(
  ["TX_003"],
  "the tenant of the chosen interface goes into every request, and none where it has none",
  async () => {
    const { url, calls } = await withInterfaces((base) => [at(base, "JSONRPC", { tenant: "acme" })]);
    await a2a(["task", "get", "t", "-a", url]);
    await a2a(["task", "cancel", "t", "-a", url]);
    expect(calls().map(({ call }) => call.params?.tenant)).toEqual(["acme", "acme"]);
    const without = await withInterfaces((base) => [at(base, "JSONRPC")]);
    await a2a(["task", "get", "t", "-a", without.url]);
    expect(without.calls()[0]?.call.params).not.toHaveProperty("tenant");
  },
);

covers(["VER_001"], "A2A-Version goes with every request, and nothing below 1.0 in silence", async () => {
  const { url, calls } = await liveAgent();
  await a2a(["send", "-a", url, "message:hi"]);
  await a2a(["task", "list", "-a", url]);
  expect(calls().map(({ headers }) => headers["a2a-version"])).toEqual(["1.0", "1.0"]);
  const older = await a2a(["send", "-a", url, "message:hi", "--a2a-version", "0.3", "-o", "json"]);
  expect(older.stderr).toContain("Warning: the request asks for A2A 0.3, older than 1.0");
  expect(JSON.parse(older.stdout).error).toMatchObject({ code: "VersionNotSupportedError", a2aCode: -32009 });
  const old = await withInterfaces((base) => [at(base, "JSONRPC", { protocolVersion: "0.3" })]);
  expect((await json(["send", "-a", old.url, "hi"])).error.code).toBe("VersionNotSupportedError");
  expect(old.calls()).toEqual([]);
});

covers(["VER_002"], "an extension that the agent requires is asked for with --extension", async () => {
  const uri = "https://example.com/ext/v1";
  const { url, calls } = await liveAgent({ card: { capabilities: { extensions: [{ uri, required: true }] } } });
  const refused = await json(["send", "-a", url, "message:hi"]);
  expect(refused.error).toMatchObject({
    code: "ExtensionSupportRequiredError",
    hint: `a2a send -a ${url} message:hi -o json --extension ${uri}`,
  });
  expect((await json(["send", "-a", url, "--extension", uri, "message:hi"])).message.parts).toEqual([{ text: "hi" }]);
  expect(calls().at(-1)?.headers["a2a-extensions"]).toContain(uri);
  const streamed = await a2a(["send", "-a", url, "--extension", uri, "--stream", "-o", "json", "task:done"]);
  expect(lines(streamed.stdout).at(-1).statusUpdate.status.state).toBe("TASK_STATE_COMPLETED");
});

covers(["VER_003"], "what the card does not offer is refused before anything is sent", async () => {
  const { url, calls } = await playedAgent(() => completed);
  for (const [args, code] of [
    [["task", "subscribe", "t"], "UnsupportedOperationError"],
    [["task", "push-config", "list", "t"], "PushNotificationNotSupportedError"],
    [["card", "get", "--extended"], "UnsupportedOperationError"],
  ] as const)
    expect((await json([...args, "-a", url])).error.code, args.join(" ")).toBe(code);
  expect(calls()).toEqual([]);
});

covers(["SEND_001"], "each dialect is spoken through the client", async () => {
  const { dialects } = await import("@a2akit/protocol/dialects");
  for (const dialect of dialects) {
    const { url } = await liveAgent({
      mounts: [{ path: `/${dialect.name}`, dialect, authenticate: async () => ({ owner: "x", tenant: "" }) }],
    });
    const { stdout } = await a2a([
      "send",
      "-a",
      `${url}${dialect.name}/`,
      "--dialect",
      dialect.name,
      "task:art:a:hi;done",
    ]);
    expect(field(stdout, "State"), dialect.name).toBe("TASK_STATE_COMPLETED");
  }
});
