import { expect, test } from "vitest";
import { common, rpc, skill, v03 } from "./cards.test-helper.ts";
import { decodeCard } from "./decode-card.ts";

test("one address becomes one interface", () => {
  expect(decodeCard(v03)).toEqual({
    card: {
      ...common,
      supportedInterfaces: [{ url: v03.url, protocolBinding: "JSONRPC", protocolVersion: "0.3.0" }],
    },
    shape: "flat",
  });
});

test("without transport and version it is JSON-RPC and 0.3", () => {
  expect(decodeCard({ ...common, url: rpc.url }).card.supportedInterfaces).toEqual([
    { ...rpc, protocolVersion: "0.3" },
  ]);
});

test("an empty list of interfaces does not make it another shape", () => {
  expect(decodeCard({ ...v03, supportedInterfaces: [] })).toEqual(decodeCard(v03));
});

test("further addresses follow, each once", () => {
  const additionalInterfaces = [
    { url: v03.url, transport: "JSONRPC" },
    { url: "grpc.library.example:443", transport: "GRPC" },
  ];
  expect(decodeCard({ ...v03, additionalInterfaces }).card.supportedInterfaces).toEqual([
    { url: v03.url, protocolBinding: "JSONRPC", protocolVersion: "0.3.0" },
    { url: "grpc.library.example:443", protocolBinding: "GRPC", protocolVersion: "0.3.0" },
  ]);
});

test("relative addresses are resolved", () => {
  const { card } = decodeCard({ ...v03, url: "/a2a" }, { url: "https://library.example/.well-known/agent-card.json" });
  expect(card.supportedInterfaces[0]?.url).toBe(v03.url);
});

test.each([
  [{ type: "http", scheme: "Bearer" }, { httpAuthSecurityScheme: { scheme: "Bearer" } }],
  [{ type: "apiKey", in: "header", name: "X-Key" }, { apiKeySecurityScheme: { location: "header", name: "X-Key" } }],
  [
    { type: "openIdConnect", openIdConnectUrl: "https://id.example" },
    { openIdConnectSecurityScheme: { openIdConnectUrl: "https://id.example" } },
  ],
  [{ type: "mutualTLS", description: "d" }, { mtlsSecurityScheme: { description: "d" } }],
  [
    {
      type: "oauth2",
      flows: {
        implicit: { scopes: {} },
        clientCredentials: { tokenUrl: "https://id.example/token", scopes: { read: "Read" } },
      },
    },
    {
      oauth2SecurityScheme: {
        flows: { clientCredentials: { tokenUrl: "https://id.example/token", scopes: { read: "Read" } } },
      },
    },
  ],
  [{ type: "oauth2", flows: {} }, { oauth2SecurityScheme: { flows: {} } }],
  [{ type: "carrier-pigeon" }, { type: "carrier-pigeon" }],
  [{ httpAuthSecurityScheme: { scheme: "Bearer" } }, { httpAuthSecurityScheme: { scheme: "Bearer" } }],
])("the security scheme %j is %j", (given, want) => {
  expect(decodeCard({ ...v03, securitySchemes: { main: given } }).card.securitySchemes).toEqual({ main: want });
});

test("security requirements get their wrappers, on skills too", () => {
  const { card } = decodeCard({
    ...v03,
    security: [{ bearer: [] }, { oauth: ["read"], key: [] }],
    skills: [{ ...skill, security: [{ bearer: [] }] }],
  });
  expect(card.securityRequirements).toEqual([
    { schemes: { bearer: { list: [] } } },
    { schemes: { oauth: { list: ["read"] }, key: { list: [] } } },
  ]);
  expect(card.skills).toEqual([{ ...skill, securityRequirements: [{ schemes: { bearer: { list: [] } } }] }]);
  expect(card).not.toHaveProperty("security");
});

test("the extended card is a capability now", () => {
  expect(decodeCard({ ...v03, supportsAuthenticatedExtendedCard: true }).card.capabilities).toEqual({
    streaming: false,
    extendedAgentCard: true,
  });
  expect(
    decodeCard({ ...v03, supportsAuthenticatedExtendedCard: true, capabilities: { extendedAgentCard: false } }).card
      .capabilities,
  ).toEqual({ extendedAgentCard: false });
});

test("members that nobody knows stay", () => {
  const { card } = decodeCard({ ...v03, displayName: "圖書館員", capabilities: { stateTransitionHistory: false } });
  expect(card).toMatchObject({ displayName: "圖書館員", capabilities: { stateTransitionHistory: false } });
});
