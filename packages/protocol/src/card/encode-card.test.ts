import type { AgentCard } from "@a2akit/types";
import { expect, test } from "vitest";
import { a2a } from "../gen/dialects/a2a.ts";
import { cdqGenius } from "../gen/dialects/cdq-genius.ts";
import { decodeCard } from "./decode-card.ts";
import { encodeCard } from "./encode-card.ts";

const url = "https://library.example/flat/";
const requirement = { schemes: { key: { list: [] }, login: { list: ["read"] } } };
const card: AgentCard = {
  name: "Librarian",
  description: "Knows where the books are.",
  version: "1.2.0",
  supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: false, extendedAgentCard: true },
  securitySchemes: {
    key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
    bearer: { httpAuthSecurityScheme: { scheme: "Bearer", description: "d" } },
    login: {
      oauth2SecurityScheme: {
        flows: { clientCredentials: { tokenUrl: "https://id.example/t", scopes: { read: "Read" } } },
      },
    },
  },
  securityRequirements: [requirement],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [
    { id: "a", name: "A", description: "a", tags: ["t"] },
    { id: "b", name: "B", description: "b", tags: ["t"], securityRequirements: [requirement] },
  ],
};

test("a dialect with interfaces serves the card as it is", () => {
  expect(encodeCard(a2a, card, { url })).toBe(card);
});

test("a snake_case dialect renames the members, not the names of schemes", () => {
  const encoded = encodeCard({ cardShape: "interfaces", resultSpelling: "snake_case" }, card, { url });
  expect(encoded).toMatchObject({
    supported_interfaces: [{ protocol_binding: "JSONRPC" }],
    security_schemes: { key: { api_key_security_scheme: { location: "header" } } },
  });
  expect(decodeCard(encoded)).toEqual({ card, shape: "interfaces" });
});

test("a flat card names its one endpoint and writes security as OpenAPI does", () => {
  const { supportedInterfaces: _, securityRequirements: __, ...same } = card;
  expect(encodeCard(cdqGenius, card, { url })).toEqual({
    ...same,
    url,
    preferredTransport: "JSONRPC",
    protocolVersion: "1.0",
    supportsAuthenticatedExtendedCard: true,
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      bearer: { type: "http", scheme: "Bearer", description: "d" },
      login: {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "https://id.example/t", scopes: { read: "Read" } } },
      },
    },
    security: [{ key: [], login: ["read"] }],
    skills: [
      { id: "a", name: "A", description: "a", tags: ["t"] },
      { id: "b", name: "B", description: "b", tags: ["t"], security: [{ key: [], login: ["read"] }] },
    ],
  });
});

test("a flat card is read back as the card it was made from", () => {
  expect(decodeCard(JSON.parse(JSON.stringify(encodeCard(cdqGenius, card, { url }))))).toEqual({ card, shape: "flat" });
});

test("the endpoint is the address that is served, with the binding of that interface", () => {
  const supportedInterfaces = [
    { url: "https://library.example/rest", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    { url, protocolBinding: "JSONRPC", protocolVersion: "1.1" },
  ];
  expect(encodeCard(cdqGenius, { ...card, supportedInterfaces }, { url })).toMatchObject({
    url,
    preferredTransport: "JSONRPC",
    protocolVersion: "1.1",
  });
});

test("signatures sign the canonical card, so a flat one has none", () => {
  const signatures = [{ protected: "e30", signature: "AA" }];
  expect(encodeCard(a2a, { ...card, signatures }, { url })).toHaveProperty("signatures", signatures);
  expect(encodeCard(cdqGenius, { ...card, signatures }, { url })).not.toHaveProperty("signatures");
});
