import { describe, expect, test } from "vitest";
import { connect } from "../connect.ts";
import { fakeFetch, succeed } from "../fixtures.test-helper.ts";
import { resolveCard } from "./resolve-card.ts";

/*
 * The shapes of Agent Cards that are about, each cut down to what makes it one, and what becomes of it.
 */

const base = {
  name: "Agent",
  description: "An agent",
  version: "1.0.0",
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};
const at = (url: string, protocolBinding = "JSONRPC", protocolVersion: string | undefined = "1.0") => ({
  url,
  protocolBinding,
  protocolVersion,
});
const v1 = (...supportedInterfaces: unknown[]) => ({ ...base, supportedInterfaces });

const home = "https://agents.example/.well-known/agent-card.json";

/** A client as it comes of a card that is served from there. */
async function open(card: unknown, url = home) {
  const { fetch, requests } = fakeFetch((request) =>
    request.body === null ? card : succeed({ id: "t", status: { state: "TASK_STATE_WORKING" } })(request),
  );
  const resolved = await resolveCard(url, { fetch });
  return { client: connect(resolved, { fetch }), resolved, requests };
}

describe("a card that can be used", () => {
  test("1.0 with several bindings: the first of ours", async () => {
    const card = v1(
      at("https://a.example/grpc", "GRPC"),
      at("https://a.example/v1"),
      at("https://a.example/json", "HTTP+JSON"),
    );
    expect((await open(card)).client.interface).toEqual(at("https://a.example/v1"));
  });

  test("1.0 with an extension: its params are opaque, and the capabilities say what can be called", async () => {
    const extensions = [
      { uri: "https://a.example/context", required: false, params: { media_type: "x", nested: { a_b: null } } },
    ];
    const { client } = await open({ ...v1(at("https://a.example/")), capabilities: { streaming: false, extensions } });
    expect(client.card.capabilities.extensions).toEqual(extensions);
    expect(client.supports("SubscribeToTask")).toBe(false);
  });

  test("1.0 beside 0.3 under one URL, on this machine", async () => {
    const card = v1(at("http://localhost:10999", "JSONRPC", "0.3"), at("http://localhost:10999"));
    expect((await open(card, "http://localhost:10999/")).client.interface.protocolVersion).toBe("1.0");
  });

  test("1.0 that states no version", async () => {
    const card = v1({ url: "http://127.0.0.1:9999", protocolBinding: "JSONRPC" });
    expect((await open(card, "127.0.0.1:9999")).client.interface).toEqual(at("http://127.0.0.1:9999"));
  });

  test("a relative URL, which is one of the card's host", async () => {
    expect((await open(v1(at("/api/a2a")))).client.interface.url).toBe("https://agents.example/api/a2a");
  });

  test.each([
    ["an empty tenant is none", "", { id: "t" }],
    ["a tenant goes into every request (A2A §8.3.2)", "node-7", { tenant: "node-7", id: "t" }],
  ])("%s", async (_, tenant, params) => {
    const { client, requests } = await open(
      v1({ ...at("https://a.example/x", "HTTP+JSON"), tenant: "other" }, { ...at("https://a.example/rpc"), tenant }),
    );
    await client.getTask({ id: "t" });
    expect(requests.at(-1)).toMatchObject({ url: "https://a.example/rpc", body: { params } });
    expect(requests.at(-1)?.body.params).toEqual(params);
  });

  test("flat, as 1.0 endpoints of some vendors have it", async () => {
    const { client, resolved } = await open({
      ...base,
      url: "https://a.example/rpc",
      preferredTransport: "JSONRPC",
      protocolVersion: "1.0",
    });
    expect(resolved.shape).toBe("flat");
    expect(client.interface).toEqual(at("https://a.example/rpc"));
    expect(client.card).not.toHaveProperty("url");
  });

  test("written in snake_case", async () => {
    const { client } = await open({
      ...base,
      supported_interfaces: [{ url: "https://a.example/", protocol_binding: "JSONRPC", protocol_version: "1.0" }],
      capabilities: { push_notifications: true },
      security_schemes: { my_key: { api_key_security_scheme: { location: "header", name: "X" } } },
    });
    expect(client.card).toMatchObject({
      capabilities: { pushNotifications: true },
      securitySchemes: { my_key: { apiKeySecurityScheme: { name: "X" } } },
    });
  });
});

describe("a card that cannot be used says what it offers instead", () => {
  const flat = { ...base, url: "https://a.example/a2a", preferredTransport: "JSONRPC", protocolVersion: "0.3.0" };
  test.each([
    [
      "1.0 over another binding",
      v1(at("/api/a2a", "HTTP+JSON")),
      "UnsupportedOperationError",
      "The agent offers HTTP+JSON 1.0; this client speaks JSONRPC 1.0",
    ],
    [
      "both shapes of 0.3",
      {
        ...flat,
        preferredTransport: "HTTP+JSON",
        supportedInterfaces: [at("http://127.0.0.1:7340", "HTTP+JSON", "0.3.0")],
      },
      "UnsupportedOperationError",
      "The agent offers HTTP+JSON 0.3.0, HTTP+JSON 0.3.0; this client speaks JSONRPC 1.0",
    ],
    ["0.3", flat, "VersionNotSupportedError", "The agent offers JSONRPC 0.3.0; this client speaks JSONRPC 1.0"],
    [
      "0.3 with security as a list of names",
      { ...flat, security: [{ bearer: [] }], securitySchemes: { bearer: { type: "http", scheme: "Bearer" } } },
      "VersionNotSupportedError",
      "The agent offers JSONRPC 0.3.0",
    ],
    [
      "0.2.5, with members of its own",
      { ...flat, displayName: "装修顾问", protocolVersion: "0.2.5" },
      "VersionNotSupportedError",
      "The agent offers JSONRPC 0.2.5",
    ],
    [
      "the manifest of another kind of agent",
      { identity: { agentName: "word_game" }, capabilities: { taskKinds: ["request"] }, io: {}, skills: [] },
      "InvalidAgentResponseError",
      "name must be a string (A2A §4.4.1); the card has identity, capabilities, io, skills",
    ],
    [
      "interfaces of another protocol",
      { ...base, supportedInterfaces: [{ url: "https://a.example/intel", protocol: "HTTP/1.1", auth: "X402" }] },
      "InvalidAgentResponseError",
      "supportedInterfaces[0] needs url and protocolBinding (A2A §4.4.6); it has url, protocol, auth",
    ],
    [
      "an address in a private network",
      v1(at("http://127.0.0.1:7340/")),
      "InvalidAgentResponseError",
      'names "http://127.0.0.1:7340/" as its JSONRPC endpoint, which is in a private network',
    ],
    ["no object", [], "InvalidAgentResponseError", "must be an object, not a list"],
    [
      "strange all over",
      { ...v1(null, 7, {}), skills: { a: 1 } },
      "InvalidAgentResponseError",
      "skills must be a list",
    ],
  ])("%s", async (_, card, name, message) => {
    await expect(open(card)).rejects.toMatchObject({ name, message: expect.stringContaining(message) });
  });
});
