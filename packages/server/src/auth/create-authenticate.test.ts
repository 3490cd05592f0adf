import type { AgentCard } from "@a2akit/types";
import { describe, expect, it } from "vitest";
import { authenticationRequest } from "../testing/authentication-request.ts";
import { apiKeys } from "./api-keys.ts";
import { type AuthenticateOptions, type AuthenticationFailure, createAuthenticate } from "./create-authenticate.ts";
import { basic, bearer } from "./http-schemes.ts";

const securitySchemes: NonNullable<AgentCard["securitySchemes"]> = {
  key: { apiKeySecurityScheme: { location: "header", name: "X-API-KEY" } },
  param: { apiKeySecurityScheme: { location: "query", name: "k" } },
  session: { apiKeySecurityScheme: { location: "cookie", name: "sid" } },
  password: { httpAuthSecurityScheme: { scheme: "Basic" } },
  token: { httpAuthSecurityScheme: { scheme: "bearer" } },
  company: {
    oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: "https://login.example/", scopes: {} } } },
  },
};

const verify = {
  key: apiKeys([
    { secret: "key-a", owner: "alice" },
    { secret: "key-b", owner: "bob", tenant: "t" },
    { secret: "gateway" },
  ]),
  param: apiKeys([{ secret: "param-a", owner: "alice" }]),
  session: apiKeys([{ secret: "session-a", owner: "alice" }]),
  password: basic((user, password) => (password === `${user}:pässword` ? { owner: user } : undefined)),
  token: bearer([
    { secret: "token-a", owner: "alice", claims: { from: "token" } },
    { secret: "token-b", owner: "bob", tenant: "u" },
  ]),
  company: bearer([
    { secret: "company-a", owner: "alice", scopes: ["read", "write"], claims: { from: "company" } },
    { secret: "company-b", owner: "bob", scopes: ["read"] },
  ]),
};

type Requirement = Readonly<Record<string, readonly string[]>>;

function authenticate(requirements: readonly Requirement[] | undefined, options: Partial<AuthenticateOptions> = {}) {
  const securityRequirements = requirements?.map((requirement) => ({
    schemes: Object.fromEntries(Object.entries(requirement).map(([name, list]) => [name, { list: [...list] }])),
  }));
  return createAuthenticate(
    { securitySchemes, ...(securityRequirements && { securityRequirements }) },
    { verify, ...options },
  );
}

/** Requirements as JavaScript, or a file, may have them. */
function rawly(securityRequirements: unknown) {
  return createAuthenticate({ securitySchemes, securityRequirements } as AgentCard, { verify });
}

const ANYTHING: Requirement[] = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
const basicOf = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;
const ALICE = { owner: "alice", tenant: "" };

describe("a credential where the scheme says", () => {
  it.each([
    { headers: { "x-api-key": "key-a" } },
    { headers: { "x-api-key": " key-a " } },
    { query: "k=param-a&A2A-Version=1.0" },
    { headers: { cookie: "a=b; sid=session-a; c=d=e" } },
    { headers: { authorization: basicOf("alice:alice:pässword") } },
    { headers: { authorization: "Bearer token-a" }, claims: { from: "token" } },
    { headers: { authorization: "bEARER   token-a" }, claims: { from: "token" } },
    { headers: { authorization: "Bearer company-a" }, claims: { from: "company" } },
  ])("$headers $query is alice", async ({ claims, ...given }) => {
    const caller = await authenticate(ANYTHING)(authenticationRequest(given));
    expect(caller).toEqual({ ...ALICE, ...(claims && { claims }) });
  });

  it("a caller may be of one tenant", async () => {
    const request = authenticationRequest({ headers: { "x-api-key": "key-b" } });
    expect(await authenticate(ANYTHING)(request)).toEqual({ owner: "bob", tenant: "t" });
  });
});

describe("a credential that cannot be one, or is not known", () => {
  it.each([
    { headers: { "x-api-key": "" }, reason: "empty" },
    { headers: { "x-api-key": "key-a, key-a" }, reason: "given twice" },
    { headers: { "x-api-key": "nobody's" }, reason: "unknown" },
    { headers: { "x-api-key": "x".repeat(8_193) }, reason: "too long" },
    { query: "k=param-a&k=param-a", reason: "given twice" },
    { query: "k=", reason: "empty" },
    { headers: { cookie: "sid=session-a; sid=session-b" }, reason: "given twice" },
    { headers: { authorization: "Bearer token-a, Bearer token-a" }, reason: "malformed or given twice" },
    { headers: { authorization: "Bearer" }, reason: "empty" },
    { headers: { authorization: "Bearer token-a x" }, reason: "malformed or given twice" },
    { headers: { authorization: "Basic !!" }, reason: "malformed or given twice" },
    { headers: { authorization: "Basic YWxpY2U=" }, reason: "not user:password in base64" },
    { headers: { authorization: "Basic /w==" }, reason: "not user:password in base64" },
    { headers: { authorization: basicOf("al\0ice:x") }, reason: "not user:password in base64" },
    { headers: { authorization: basicOf("alice:wrong") }, reason: "unknown" },
    { headers: { authorization: "Digest abc" }, reason: "Authorization of a scheme that the card does not have" },
    { headers: { authorization: "token-a" }, reason: "Authorization of a scheme that the card does not have" },
    { headers: { authorization: "" }, reason: "Authorization of a scheme that the card does not have" },
    { query: "access_token=token-a", reason: "credential in the URL" },
    { query: "Access_Token=token-a", headers: { authorization: "Bearer token-a" }, reason: "credential in the URL" },
    { query: "x-api-key=key-a", reason: "credential in the URL" },
    { query: "sid=session-a", headers: { "x-api-key": "key-a" }, reason: "credential in the URL" },
    { headers: { "x-api-key": "key-a", authorization: "Bearer wrong" }, reason: "unknown" },
    { headers: { "x-api-key": "wrong", authorization: "Bearer token-a" }, reason: "unknown" },
  ])("$headers $query is 401: $reason", async ({ reason, ...given }) => {
    const failures: AuthenticationFailure[] = [];
    for (const requirements of [ANYTHING, [{}], undefined]) {
      const answer = await authenticate(requirements, { onFailure: (failure) => failures.push(failure) })(
        authenticationRequest(given),
      );
      expect(answer).toMatchObject({ status: 401, challenge: expect.stringContaining('Bearer error="invalid_token"') });
    }
    expect([...new Set(failures.map((failure) => failure.reason))]).toEqual([reason]);
    expect(JSON.stringify(failures)).not.toMatch(/key-a|token-a|session-a|wrong/);
  });
});

describe("requirements", () => {
  const TOKEN_A = { authorization: "Bearer token-a" };
  const KEY_A = { "x-api-key": "key-a" };
  const COMPANY_B = { authorization: "Bearer company-b" };

  it.each<{ name: string; requirements: Requirement[] | undefined; headers: Record<string, string>; want: unknown }>([
    { name: "no requirement, no credential", requirements: undefined, headers: {}, want: { owner: "" } },
    { name: "an empty requirement, no credential", requirements: [{ key: [] }, {}], headers: {}, want: { owner: "" } },
    { name: "a requirement, no credential", requirements: [{ key: [] }], headers: {}, want: { status: 401 } },
    { name: "no requirement: a credential counts all the same", requirements: undefined, headers: KEY_A, want: ALICE },
    {
      name: "an empty requirement: a credential counts all the same",
      requirements: [{}],
      headers: TOKEN_A,
      want: ALICE,
    },
    { name: "the credential of another scheme", requirements: [{ key: [] }], headers: TOKEN_A, want: { status: 401 } },
    { name: "OR: the first", requirements: [{ key: [] }, { token: [] }], headers: KEY_A, want: ALICE },
    { name: "OR: the second", requirements: [{ key: [] }, { token: [] }], headers: TOKEN_A, want: ALICE },
    { name: "AND: one of two", requirements: [{ key: [], token: [] }], headers: KEY_A, want: { status: 401 } },
    {
      name: "AND: one of two, where anonymous callers are let in",
      requirements: [{ key: [], token: [] }, {}],
      headers: KEY_A,
      want: { status: 401 },
    },
    {
      name: "AND: both, of one owner",
      requirements: [{ key: [], token: [] }],
      headers: { ...KEY_A, ...TOKEN_A },
      want: ALICE,
    },
    {
      name: "AND: both, one of which says nothing of the owner",
      requirements: [{ key: [], token: [] }],
      headers: { "x-api-key": "gateway", ...TOKEN_A },
      want: ALICE,
    },
    {
      name: "AND: both, of two owners",
      requirements: [{ key: [], token: [] }],
      headers: { "x-api-key": "key-b", ...TOKEN_A },
      want: { status: 401 },
    },
    {
      name: "AND: both, of two tenants",
      requirements: [{ key: [], token: [] }],
      headers: { "x-api-key": "key-b", authorization: "Bearer token-b" },
      want: { status: 401 },
    },
    {
      name: "a scope that is granted",
      requirements: [{ company: ["read"] }],
      headers: COMPANY_B,
      want: { owner: "bob" },
    },
    {
      name: "a scope that is not",
      requirements: [{ company: ["read", "write", "admin"] }],
      headers: COMPANY_B,
      want: {
        status: 403,
        challenge: expect.stringContaining('Bearer error="insufficient_scope", scope="write admin"'),
      },
    },
    {
      name: "a scope that is not, or another way",
      requirements: [{ company: ["write"] }, { company: ["read"] }],
      headers: COMPANY_B,
      want: { owner: "bob" },
    },
    {
      name: "a scope of a token of another scheme does not count",
      requirements: [{ token: ["read"] }],
      headers: COMPANY_B,
      want: { status: 401 },
    },
  ])("$name", async ({ requirements, headers, want }) => {
    expect(await authenticate(requirements)(authenticationRequest({ headers }))).toMatchObject(Object(want));
  });

  it("whose two credentials of two owners are, is for `combine` to say", async () => {
    const combine: AuthenticateOptions["combine"] = (identities) => ({
      owner: [...identities].map(([name, { owner }]) => `${name}=${owner}`).join(),
    });
    const request = authenticationRequest({ headers: { "x-api-key": "key-b", ...TOKEN_A } });
    expect(await authenticate([{ key: [], token: [] }], { combine })(request)).toEqual({
      owner: "key=bob,token=alice",
      tenant: "",
    });
  });

  it("a known credential of nobody is the operator's fault", async () => {
    const request = authenticationRequest({ headers: { "x-api-key": "gateway" } });
    await expect(authenticate([{ key: [] }])(request)).rejects.toThrow("must name an owner");
  });
});

it.each<[string, () => unknown]>([
  ["securitySchemes.key has no verifier", () => createAuthenticate({ securitySchemes }, { verify: {} })],
  [
    "securitySchemes.toString has no verifier",
    () => createAuthenticate({ securitySchemes: { toString: {} } as never }, { verify: {} }),
  ],
  ["verify.other: the card has no such", () => authenticate([], { verify: { ...verify, other: verify.key } })],
  ["securityRequirements name other", () => authenticate([{ other: [] }])],
  [
    "is apiKeySecurityScheme, which its verifier cannot check",
    () => authenticate([], { verify: { ...verify, key: verify.token } }),
  ],
  [
    "is HTTP Basic, and its verifier is for bearer",
    () => authenticate([], { verify: { ...verify, password: verify.token } }),
  ],
  ["10.0.0.0/99 is no address range", () => authenticate([], { trustedProxies: ["10.0.0.0/99"] })],
  ["securityRequirements[1] has key, where there is only schemes", () => rawly([{}, { key: [] }])],
  [
    "securityRequirements[0] must have an object with a list at schemes.key",
    () => rawly([{ schemes: { key: ["read"] } }]),
  ],
  [
    "securityRequirements[0] must have an object with a list at schemes.key",
    () => rawly([{ schemes: { key: { list: "read" } } }]),
  ],
  ["securityRequirements[0] must be an object", () => rawly([[]])],
  ["atOnce must be", () => authenticate([], { failures: { atOnce: 0 } })],
  ["capacity must be", () => authenticate([], { failures: { attempts: 0 } })],
  [
    "has its key in body",
    () =>
      createAuthenticate(
        { securitySchemes: { key: { apiKeySecurityScheme: { location: "body", name: "k" } } } },
        { verify: { key: verify.key } },
      ),
  ],
])("refuses a card and verifiers that do not fit: %s", (message, create) => {
  expect(create).toThrow(message);
});
