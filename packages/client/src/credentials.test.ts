import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import type { AgentCard } from "@a2akit/types";
import { expect, test } from "vitest";
import { authorize, type Credentials } from "./credentials.ts";
import { testCard } from "./fixtures.test-helper.ts";
import type { OutgoingCall } from "./transport.ts";

type Schemes = NonNullable<AgentCard["securitySchemes"]>;

const url = "https://agent.example/rpc?x=1";
const call: OutgoingCall = {
  method: "GetTask",
  params: {},
  url,
  headers: { cookie: "a=b" },
  signal: new AbortController().signal,
};
const key = (location: string): Schemes => ({ k: { apiKeySecurityScheme: { location, name: "X-Key" } } });
const http = (scheme: string): Schemes => ({ h: { httpAuthSecurityScheme: { scheme } } });

async function sent(
  credentials: Credentials,
  { schemes = {}, dialect = a2a as typeof a2a | typeof cdqGenius, to = call } = {},
) {
  let seen: OutgoingCall | undefined;
  const interceptor = authorize(credentials, { card: testCard({ securitySchemes: schemes }), dialect, url });
  await interceptor(to, async (outgoing) => {
    seen = outgoing;
    return { kind: "result", headers: new Headers(), result: undefined };
  });
  return seen;
}

test.each([
  ["an API key in a header", { apiKey: "s" }, key("header"), { headers: { cookie: "a=b", "x-key": "s" } }],
  ["an API key in the query", { apiKey: "s&" }, key("query"), { url: `${url}&X-Key=s%26` }],
  [
    "an API key in a cookie, beside others",
    { apiKey: "s;" },
    key("cookie"),
    { headers: { cookie: "a=b; X-Key=s%3B" } },
  ],
  ["a bearer token", { bearer: "t" }, http("Bearer"), { headers: { cookie: "a=b", authorization: "Bearer t" } }],
  [
    "a bearer token where nothing is stated",
    { bearer: "t" },
    {},
    { headers: { cookie: "a=b", authorization: "Bearer t" } },
  ],
])("%s", async (_, credentials, schemes, want) => {
  expect(await sent(credentials, { schemes })).toMatchObject(want);
});

test("the dialect says where, when the card does not", async () => {
  expect((await sent({ apiKey: "s" }, { dialect: cdqGenius }))?.headers).toMatchObject({ "x-api-key": "s" });
});

test("a scheme that is required goes before one that is only there", async () => {
  const schemes: Schemes = {
    other: { apiKeySecurityScheme: { location: "header", name: "other" } },
    required: { apiKeySecurityScheme: { location: "header", name: "required" } },
  };
  const card = testCard({ securitySchemes: schemes, securityRequirements: [{ schemes: { required: {} } }] });
  const interceptor = authorize({ apiKey: "s" }, { card, dialect: a2a, url });
  await interceptor(call, async ({ headers }) => {
    expect(headers).toMatchObject({ required: "s" });
    expect(headers).not.toHaveProperty("other");
    return { kind: "result", headers: new Headers(), result: undefined };
  });
  expect.assertions(2);
});

test("never to another origin", async () => {
  for (const elsewhere of ["https://evil.example/rpc", "http://agent.example/rpc", "https://agent.example:8443/rpc"]) {
    const to = { ...call, url: elsewhere };
    expect(await sent({ bearer: "t", apiKey: "s" }, { schemes: { ...key("header"), ...http("bearer") }, to })).toEqual(
      to,
    );
  }
});

test.each([
  [
    "an API key",
    { apiKey: "s" },
    http("bearer"),
    /no security scheme that takes apiKey; it states: h \(httpAuthSecurityScheme\)/,
  ],
  ["an API key, nothing stated", { apiKey: "s" }, {}, /it states: none/],
  ["a bearer token", { bearer: "t" }, http("Basic"), /no security scheme that takes bearer/],
])("%s that nothing takes is an error, not sent on a guess", (_, credentials, schemes, message) => {
  expect(() => authorize(credentials, { card: testCard({ securitySchemes: schemes }), dialect: a2a, url })).toThrow(
    message,
  );
});
