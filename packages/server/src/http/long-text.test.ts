import { expect, it } from "vitest";
import { apiKeys, basic, createAuthenticate } from "../auth/auth.ts";
import { CARD, messageOf, startServer } from "../testing/harness.ts";

/** Characters. What takes the square of it takes minutes. */
const LENGTH = 250_000;

/** Texts that make a regular expression start again at each character. */
const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  slashes: (length) => `/${"/".repeat(length)}x`,
  spaces: (length) => `a=${" ".repeat(length)}"x`,
  "a charset of spaces": (length) => `application/json;charset=${" ".repeat(length)}"x`,
  quotes: (length) => `a=${'"'.repeat(length)}x`,
  commas: (length) => `${",".repeat(length)}x`,
  semicolons: (length) => `${";a=".repeat(length / 3)}x`,
  digits: (length) => `${"1".repeat(length)}x`,
  letters: (length) => `Bearer ${"a".repeat(length)}!`,
};

const HEADERS = [
  "a2a-extensions",
  "a2a-version",
  "authorization",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "forwarded",
  "if-modified-since",
  "if-none-match",
  "last-event-id",
  "origin",
  "x-api-key",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-prefix",
];

const card = {
  ...CARD,
  securitySchemes: {
    key: { apiKeySecurityScheme: { location: "header", name: "X-API-KEY" } },
    password: { httpAuthSecurityScheme: { scheme: "Basic" } },
  },
};

it.each(Object.entries(SHAPES))("reads %s of any length in one go, wherever they are", async (_, shape) => {
  const text = shape(LENGTH);
  const server = await startServer("fetch", {
    agent: async () => "hello",
    card,
    authenticate: createAuthenticate(card, {
      verify: { key: apiKeys([{ secret: "key", owner: "alice" }]), password: basic(async () => undefined) },
      failures: false,
    }),
    cors: { origins: ["https://a.example"] },
    trustForwarded: true,
  });
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: messageOf("go") });
  const json = { "content-type": "application/json", "a2a-version": "1.0" };
  for (const name of HEADERS) {
    const headers = { ...json, [name]: text };
    expect((await server.request("/", { method: "POST", headers, body })).status).toBeLessThan(500);
    expect((await server.request("/.well-known/agent-card.json", { headers: { [name]: text } })).status).toBe(200);
  }
  expect((await server.request(text.startsWith("/") ? text : `/${text}`)).status).toBe(404);
  expect((await server.request(`/?${text}`)).status).toBe(405);
  await server.close();
});
