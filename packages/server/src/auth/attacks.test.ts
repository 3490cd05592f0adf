import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { exportSPKI, importJWK, type JWK } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPushSender, type Serving, serve } from "../adapters/node.ts";
import { type A2AHandler, createA2AHandler } from "../handler.ts";
import { CARD, messageOf } from "../testing/harness.ts";
import { type IdentityProvider, startIdentityProvider } from "../testing/identity-provider.ts";
import { scripted } from "../testing/scripted-steps.ts";
import { sendOverFetch, sendOverSocket, type WireAnswer, type WireRequest } from "../testing/wire-request.ts";
import { type AuthenticationFailure, apiKeys, basic, createAuthenticate, mutualTls } from "./auth.ts";
import { jwt } from "./jwt.ts";

/*
 * Attacks, each over a real connection, with the outcome that docs/security.md states. A test compares the names of both.
 */

const API_KEY = "sk-2f8a-api-key";
const PASSWORD = "correct-horse-password";

let provider: IdentityProvider;
let handler: A2AHandler;
let serving: Serving;
/** All that the operator heard. */
const heard: unknown[] = [];
const failures: AuthenticationFailure[] = [];
/** All that went over the wire to callers. */
const answers: string[] = [];
const secrets: string[] = [API_KEY, PASSWORD];

const securitySchemes = {
  key: { apiKeySecurityScheme: { location: "header", name: "X-API-KEY" } },
  password: { httpAuthSecurityScheme: { scheme: "Basic" } },
  company: {
    openIdConnectSecurityScheme: { openIdConnectUrl: "https://login.example/.well-known/openid-configuration" },
  },
  certificate: { mtlsSecurityScheme: {} },
};

beforeAll(async () => {
  provider = await startIdentityProvider();
  const card = {
    ...CARD,
    securitySchemes,
    securityRequirements: Object.keys(securitySchemes).map((name) => ({ schemes: { [name]: {} } })),
  };
  const { issuer, audience, jwksUrl } = provider;
  const authenticate = createAuthenticate(card, {
    verify: {
      key: apiKeys([{ secret: API_KEY, owner: "alice" }]),
      password: basic((user, password) => (user === "alice" && password === PASSWORD ? { owner: "alice" } : undefined)),
      company: jwt({ issuer, audience, jwks: jwksUrl }),
      certificate: mutualTls({ identify: () => ({ owner: "alice" }) }),
    },
    failures: { attempts: 1_000 },
    onFailure: (failure) => failures.push(failure),
  });
  handler = createA2AHandler({
    agent: scripted,
    card,
    authenticate,
    push: createPushSender(),
    timing: { closeGrace: 0 },
    onError: (error) => heard.push(error),
  });
  serving = await serve({ handler });
});
afterAll(async () => {
  await serving.close();
  await provider.close();
});

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const seconds = (offset: number): number => Math.floor(Date.now() / 1_000) + offset;
const bearer = (token: string): [string, string] => ["Authorization", `Bearer ${token}`];
const withKey: [string, string] = ["X-API-KEY", API_KEY];
const basicOf = (text: string): [string, string] => ["Authorization", `Basic ${Buffer.from(text).toString("base64")}`];

async function token(signing?: Parameters<IdentityProvider["sign"]>[1]): Promise<string> {
  const signed = await provider.sign("alice", signing);
  secrets.push(signed, signed.split(".")[2] ?? "");
  return signed;
}
async function forged(header: object): Promise<string> {
  const [, payload = ""] = (await token()).split(".");
  const jwk: JWK = provider.keys.get("k1") ?? {};
  const pem = await exportSPKI((await importJWK(jwk, "ES256")) as Parameters<typeof exportSPKI>[0]);
  const input = `${encode(header)}.${payload}`;
  return `${input}.${createHmac("sha256", pem).update(input).digest("base64url")}`;
}

/** A request as somebody makes it who is not to be let in. */
interface Attack extends Partial<WireRequest> {
  /** HTTP status, and the reason or code of the error; `200`: the caller gets what is its own. */
  readonly want: string;
}

const call = (method: string, params: object): string => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const UNKNOWN = "401 UNAUTHENTICATED";

const ATTACKS: Readonly<Record<string, Attack>> = {
  "no credential": { want: UNKNOWN },
  "wrong API key": { headers: [["X-API-KEY", "sk-guess"]], want: UNKNOWN },
  "part of an API key": { headers: [["X-API-KEY", API_KEY.slice(0, -1)]], want: UNKNOWN },
  "empty API key": { headers: [["X-API-KEY", ""]], want: UNKNOWN },
  "API key in the URL": { query: `X-API-KEY=${API_KEY}`, want: UNKNOWN },
  "token in the URL": { query: "access_token=eyJ.e30.AA", want: UNKNOWN },
  "token in the URL beside a good credential": { query: "access_token=x", headers: [withKey], want: UNKNOWN },
  "API key as a cookie": { headers: [["Cookie", `X-API-KEY=${API_KEY}`]], want: UNKNOWN },
  "wrong password": { headers: [basicOf("alice:guess")], want: UNKNOWN },
  "password with a NUL": { headers: [basicOf(`alice:${PASSWORD}\0`)], want: UNKNOWN },
  "credentials of another HTTP scheme": { headers: [["Authorization", `Digest ${API_KEY}`]], want: UNKNOWN },
  "good and bad credential together": { headers: [withKey, bearer("eyJ.e30.AA")], want: UNKNOWN },
  "the same credential twice": { headers: [withKey, withKey], want: UNKNOWN },
  "two Authorization headers": { headers: async () => [bearer(await token()), basicOf("alice:x")], want: UNKNOWN },
  "two Authorization headers, the second one good": {
    headers: async () => [["Authorization", "Bearer"], bearer(await token())],
    want: UNKNOWN,
  },
  "two tokens in one header": {
    headers: async () => [bearer(`${await token()}, Bearer ${await token()}`)],
    want: UNKNOWN,
  },
  "token with alg none": {
    headers: async () => [bearer(`${encode({ alg: "none" })}.${(await token()).split(".")[1]}.`)],
    want: UNKNOWN,
  },
  "token with alg NonE and no signature": {
    headers: async () => [bearer(`${encode({ alg: "NonE" })}.${(await token()).split(".")[1]}.`)],
    want: UNKNOWN,
  },
  "HS256 with the public key as the secret": {
    headers: async () => [bearer(await forged({ alg: "HS256", kid: "k1" }))],
    want: UNKNOWN,
  },
  "token whose payload was changed": {
    headers: async () => {
      const [header, , signature] = (await token()).split(".");
      return [
        bearer(
          `${header}.${encode({ iss: provider.issuer, aud: provider.audience, sub: "root", exp: seconds(60) })}.${signature}`,
        ),
      ];
    },
    want: UNKNOWN,
  },
  "expired token": { headers: async () => [bearer(await token({ claims: { exp: seconds(-60) } }))], want: UNKNOWN },
  "token that is not valid yet": {
    headers: async () => [bearer(await token({ claims: { nbf: seconds(3_600) } }))],
    want: UNKNOWN,
  },
  "token without an expiry": {
    headers: async () => [bearer(await token({ claims: { exp: undefined as never } }))],
    want: UNKNOWN,
  },
  "token of another issuer": {
    headers: async () => [bearer(await token({ claims: { iss: "https://evil.example" } }))],
    want: UNKNOWN,
  },
  "token for another audience": {
    headers: async () => [bearer(await token({ claims: { aud: "https://other.example/" } }))],
    want: UNKNOWN,
  },
  "token of an unknown key": {
    headers: async () => {
      await provider.addKey("gone");
      provider.keys.delete("gone");
      return [bearer(await token({ kid: "gone" }))];
    },
    want: UNKNOWN,
  },
  "token that names its own key": {
    headers: async () => [
      bearer(await forged({ alg: "ES256", kid: "k1", jku: "https://evil.example/", jwk: { kty: "EC" } })),
    ],
    want: UNKNOWN,
  },
  "token with an unknown critical header": {
    headers: async () => [bearer(await forged({ alg: "ES256", kid: "k1", crit: ["x"], x: 1 }))],
    want: UNKNOWN,
  },
  "token of 9,000 characters": {
    headers: [bearer(`${"a".repeat(3_000)}.${"b".repeat(3_000)}.${"c".repeat(3_000)}`)],
    want: UNKNOWN,
  },
  "header of 20,000 characters": { headers: [bearer("a".repeat(20_000))], want: "431" },
  "2,500 headers": {
    headers: Array.from({ length: 2_500 }, (_, index): [string, string] => [`X-${index}`, ""]),
    want: "431",
  },
  "client certificate in a header, from no trusted proxy": {
    headers: [
      ["Client-Cert", ":AAAA:"],
      ["X-Forwarded-Client-Cert", "Hash=aa"],
    ],
    want: UNKNOWN,
  },
  "line break in a header value": {
    headers: [["X-API-KEY", `guess\nX-API-KEY: ${API_KEY}`]],
    want: "400",
  },
  "folded header": { headers: [["X-API-KEY", `\r\n ${API_KEY}`]], want: "400" },
  "space before the colon of a header": { headers: [["X-API-KEY ", API_KEY]], want: "400" },
  "Content-Length and Transfer-Encoding": { headers: [withKey, ["Transfer-Encoding", "chunked"]], want: "400" },
  "two Content-Lengths": { headers: [withKey, ["Content-Length", "3"]], want: "400" },
  "header that a proxy would read otherwise (underscore)": { headers: [["X_API_KEY", API_KEY]], want: UNKNOWN },
  "X-Forwarded-* and X-Original-URL": {
    headers: [
      ["X-Forwarded-For", "127.0.0.1"],
      ["X-Original-URL", "/admin"],
      ["X-HTTP-Method-Override", "GET"],
    ],
    want: UNKNOWN,
  },
  "own key __proto__ in params": {
    headers: [withKey],
    body: '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x","__proto__":{"tenant":"north"}}}',
    want: "200 INVALID_PARAMS",
  },
  "own key constructor in a message": {
    headers: [withKey],
    body: call("SendMessage", { message: { ...messageOf("").message, constructor: { prototype: { owner: "root" } } } }),
    want: "200 INVALID_PARAMS",
  },
  "method named __proto__": { headers: [withKey], body: call("__proto__", {}), want: "200 METHOD_NOT_FOUND" },
  "method named constructor": { headers: [withKey], body: call("constructor", {}), want: "200 METHOD_NOT_FOUND" },
  "line break in what becomes a header of a webhook": {
    headers: [withKey],
    body: call("SendMessage", {
      ...messageOf("task:done"),
      configuration: { taskPushNotificationConfig: { url: "https://example.com/", token: "a\r\nX-Evil: 1" } },
    }),
    want: "200 INVALID_PARAMS",
  },
  "body of a stranger, however large": { body: `"${"x".repeat(100_000)}"`, want: UNKNOWN },
  "GET with a good credential": { headers: [withKey], want: "405", query: "method=GET", method: "GET" },
};

/** What only node:http refuses is tried over a socket alone; the rest over `handler.fetch` too. */
const NEEDS_SOCKET = /^4(00|31)$/;

async function overSocket(attack: Partial<Attack>): Promise<string> {
  const { port } = serving.server.address() as AddressInfo;
  return outcomeOf(await sendOverSocket(port, { body: call("ListTasks", {}), ...attack }));
}

async function overFetch(attack: Partial<Attack>): Promise<string> {
  return outcomeOf(await sendOverFetch(handler, { body: call("ListTasks", {}), ...attack }));
}

function outcomeOf({ status, body, whole }: WireAnswer): string {
  answers.push(whole);
  const reason = /"reason":"(\w+)"/.exec(body)?.[1];
  return NEEDS_SOCKET.test(String(status)) || status === 405 ? String(status) : [status, reason ?? "result"].join(" ");
}

it("a good credential of each kind lets in", async () => {
  for (const headers of [[withKey], [basicOf(`alice:${PASSWORD}`)], [bearer(await token())]]) {
    expect(await overSocket({ headers })).toBe("200 result");
    expect(await overFetch({ headers })).toBe("200 result");
  }
});

it.each(Object.entries(ATTACKS))("%s", async (_, attack) => {
  expect(await overSocket(attack)).toBe(attack.want);
  // Fetch has no such headers: making the request fails.
  if (!NEEDS_SOCKET.test(attack.want)) expect(await overFetch(attack)).toBe(attack.want);
});

it("a challenge comes with every 401 and tells nothing but the schemes", () => {
  const refused = answers.filter((answer) => answer.includes('"reason":"UNAUTHENTICATED"'));
  expect(refused.length).toBeGreaterThan(50);
  for (const answer of refused)
    expect(answer.toLowerCase()).toMatch(/www-authenticate.*apikey header=.*basic realm=.*bearer/);
});

it("no secret is in any answer, any report, any failure", () => {
  const told = JSON.stringify([answers, failures, heard.map((error) => [String(error), (error as Error).stack])]);
  expect(secrets.length).toBeGreaterThan(20);
  expect(secrets.filter((secret) => secret !== "" && told.includes(secret))).toEqual([]);
  expect(heard).toEqual([]);
});

it("docs/security.md states each of these outcomes", () => {
  const docs = readFileSync(new URL("../../../../docs/security.md", import.meta.url), "utf8").replaceAll("`", "");
  const rows = [...docs.matchAll(/^\| ([^|]+) \| (\d{3}[^|]*) \|$/gm)].map(([, name, want]) => [name, want]);
  const wants = Object.entries(ATTACKS).map(([name, { want }]) => [name, want]);
  expect(rows).toEqual(wants);
});
