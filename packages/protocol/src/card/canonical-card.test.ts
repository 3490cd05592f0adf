import type { AgentCard } from "@a2akit/types";
import fc from "fast-check";
import { expect, test } from "vitest";
import { examples } from "../gen/examples/a2a.ts";
import { isCanonicalCard } from "./canonical-card.ts";
import { decodeCard } from "./decode-card.ts";

const card = {
  name: "Librarian",
  description: "Knows where the books are.",
  version: "1.2.0",
  supportedInterfaces: [{ url: "https://library.example/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "lookup", name: "Look up", description: "Finds a book.", tags: [] }],
} satisfies AgentCard;
const [entry] = card.supportedInterfaces;

test.each([card, ...examples.filter(({ kind }) => kind === "card").map(({ value }) => value)])(
  "a card of A2A 1.0 is",
  (given) => {
    expect(isCanonicalCard(given)).toBe(true);
  },
);

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["a list", []],
  ["one that lacks a member", { ...card, skills: undefined }],
  ["one with a member of the wrong type", { ...card, provider: [] }],
  ["a flat one", { ...card, url: "https://library.example/" }],
  ["one without interfaces", { ...card, supportedInterfaces: [] }],
  ["a relative address", { ...card, supportedInterfaces: [{ ...entry, url: "/rpc" }] }],
  ["no version", { ...card, supportedInterfaces: [{ ...entry, protocolVersion: undefined }] }],
  ["an interface that is none", { ...card, supportedInterfaces: [entry, null] }],
  ["an empty tenant", { ...card, supportedInterfaces: [{ ...entry, tenant: "" }] }],
  ["snake_case within", { ...card, capabilities: { push_notifications: true } }],
  ["null within", { ...card, skills: [{ ...card.skills[0], examples: null }] }],
  ["security of 0.3", { ...card, securitySchemes: { key: { type: "apiKey", in: "header", name: "X" } } }],
  ["requirements of 0.3", { ...card, securityRequirements: [{ key: [] }] }],
  ["requirements of 0.3 on a skill", { ...card, skills: [{ ...card.skills[0], security: [{ key: [] }] }] }],
  ["__proto__", JSON.parse(`{"__proto__":{},${JSON.stringify(card).slice(1)}`)],
  ["no JSON", { ...card, iconUrl: 1n }],
])("%s is not", (_, given) => {
  expect(isCanonicalCard(given)).toBe(false);
});

test("what it takes for canonical, decodeCard leaves as it is", () => {
  const member = fc.constantFrom<unknown>(
    "",
    "x",
    "/x",
    "https://h/",
    null,
    1,
    [],
    {},
    [{}],
    [{ a_b: 1 }],
    [{ tenant: " " }],
  );
  const names = [...Object.keys(card), "provider", "url", "security", "securityRequirements", "securitySchemes", "own"];
  const changes = fc.record(Object.fromEntries(names.map((name) => [name, member])), { requiredKeys: [] });
  const inEntry = fc.record(
    { url: member, protocolBinding: member, protocolVersion: member, tenant: member },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(changes, inEntry, fc.boolean(), (given, change, isChanged) => {
      const value = { ...card, ...given, ...(isChanged && { supportedInterfaces: [{ ...entry, ...change }] }) };
      if (isCanonicalCard(value)) expect(decodeCard(value)).toEqual({ card: value, shape: "interfaces" });
    }),
    { numRuns: 2_000 },
  );
});

test("a hostile card costs no more than its size", () => {
  const long = "_".repeat(1_000_000);
  expect(isCanonicalCard({ ...card, description: long, own: { [long]: `"${long}` } })).toBe(false);
});
