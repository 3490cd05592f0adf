import { A2AError, type Dialect, TransportError } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import type { AgentCard } from "@a2akit/types";
import { expect, test } from "vitest";
import { testCard } from "../fixtures.test-helper.ts";
import type { OutgoingCall, Transport } from "../transport/transport.ts";
import { apiKey } from "./api-key.ts";
import type { Agent, Auth } from "./authorize.ts";
import { basic } from "./basic.ts";
import { bearer } from "./bearer.ts";

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
const oauth: Schemes = { o: { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: "t", scopes: {} } } } } };
const oidc: Schemes = { o: { openIdConnectSecurityScheme: { openIdConnectUrl: "https://id.example" } } };
const done: Transport = async () => ({ kind: "result", headers: new Headers(), result: undefined });

function agentOf(changes: Partial<AgentCard>, dialect: Dialect = a2a): Agent {
  return { card: testCard(changes), dialect, interface: { url, protocolBinding: "JSONRPC", protocolVersion: "1.0" } };
}

/** The call as it goes out. */
async function sent(auth: Auth, agent: Agent, to = call): Promise<OutgoingCall | undefined> {
  let seen: OutgoingCall | undefined;
  await auth(agent)(to, (outgoing) => {
    seen = outgoing;
    return done(outgoing);
  });
  return seen;
}

test.each<[string, Auth, Schemes, object]>([
  ["an API key in a header", apiKey("s"), key("header"), { headers: { cookie: "a=b", "x-key": "s" } }],
  ["an API key in the query", apiKey("s&"), key("query"), { url: `${url}&X-Key=s%26` }],
  ["an API key in a cookie, beside others", apiKey("s;"), key("cookie"), { headers: { cookie: "a=b; X-Key=s%3B" } }],
  ["a bearer token", bearer("t"), http("Bearer"), { headers: { cookie: "a=b", authorization: "Bearer t" } }],
  ["an OAuth 2 token", bearer("t"), oauth, { headers: { authorization: "Bearer t" } }],
  ["an OpenID Connect token", bearer("t"), oidc, { headers: { authorization: "Bearer t" } }],
  ["a bearer token where nothing is stated", bearer("t"), {}, { headers: { authorization: "Bearer t" } }],
  ["a token from a function", bearer(async () => "later"), {}, { headers: { authorization: "Bearer later" } }],
  [
    "user and password",
    basic("Zoë", "p:w"),
    http("BASIC"),
    { headers: { authorization: `Basic ${Buffer.from("Zoë:p:w").toString("base64")}` } },
  ],
])("%s", async (_, auth, securitySchemes, want) => {
  const outgoing = await sent(auth, agentOf({ securitySchemes }));
  expect(outgoing).toMatchObject(want);
});

test("the dialect says where, when the card does not", async () => {
  expect((await sent(apiKey("s"), agentOf({}, cdqGenius)))?.headers).toMatchObject({ "x-api-key": "s" });
});

test("a scheme that is required goes before one that is only there", async () => {
  const securitySchemes: Schemes = {
    other: { apiKeySecurityScheme: { location: "header", name: "other" } },
    required: { apiKeySecurityScheme: { location: "header", name: "required" } },
  };
  const agent = agentOf({ securitySchemes, securityRequirements: [{ schemes: { required: {} } }] });
  expect((await sent(apiKey("s"), agent))?.headers).toEqual({ cookie: "a=b", required: "s" });
});

test("never to another origin", async () => {
  const agent = agentOf({ securitySchemes: { ...key("header"), ...http("bearer") } });
  for (const elsewhere of ["https://evil.example/rpc", "http://agent.example/rpc", "https://agent.example:8443/rpc"]) {
    const to = { ...call, url: elsewhere };
    expect(await sent(apiKey("s"), agent, to)).toEqual(to);
    expect(await sent(bearer("t"), agent, to)).toEqual(to);
  }
});

test.each<[string, Auth, Schemes, string]>([
  ["an API key", apiKey("s"), http("bearer"), "takes an API key; it states: h (httpAuthSecurityScheme)"],
  ["an API key, nothing stated", apiKey("s"), {}, "takes an API key; it states: none"],
  ["an API key in no known place", apiKey("s"), key("body"), "takes an API key; it states: k (apiKeySecurityScheme)"],
  ["a bearer token", bearer("t"), http("Basic"), "takes a bearer token"],
  ["a password", basic("u", "p"), http("Bearer"), "takes user and password"],
])("%s that nothing takes is an error, not sent on a guess", (_, auth, securitySchemes, message) => {
  expect(() => auth(agentOf({ securitySchemes }))).toThrow(
    expect.objectContaining({ name: "UnauthenticatedError", message: expect.stringContaining(message) }),
  );
});

test.each([
  ["HTTP 401", new TransportError("no", { status: 401 })],
  ["the protocol's error", new A2AError("Unauthenticated")],
])("a refusal by %s gets one fresh secret and one more try", async (_, refusal) => {
  const asked: (string | undefined)[] = [];
  const sentWith: unknown[] = [];
  const auth = bearer((stale) => {
    asked.push(stale);
    return `t${asked.length}`;
  });
  const refuse: Transport = async ({ headers }) => {
    sentWith.push(headers.authorization);
    throw refusal;
  };
  await expect(auth(agentOf({}))(call, refuse)).rejects.toBe(refusal);
  expect(asked).toEqual([undefined, "t1"]);
  expect(sentWith).toEqual(["Bearer t1", "Bearer t2"]);
});

test("a call ends with its signal while its secret is still to come", async () => {
  const controller = new AbortController();
  const to = { ...call, signal: controller.signal };
  const waiting = sent(
    bearer(() => new Promise<string>(() => {})),
    agentOf({}),
    to,
  );
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(
    sent(
      bearer(async () => "t"),
      agentOf({}),
      to,
    ),
  ).rejects.toThrow("enough");
});

test("a secret that cannot be renewed, and an error that is no refusal, end the call at once", async () => {
  for (const [auth, error] of [
    [bearer("t"), new A2AError("Unauthenticated")],
    [bearer(() => "t"), new A2AError("Unauthenticated")],
    [bearer(() => String(Math.random())), new A2AError("PermissionDenied")],
  ] as const) {
    let calls = 0;
    const fail: Transport = async () => {
      calls += 1;
      throw error;
    };
    await expect(auth(agentOf({}))(call, fail)).rejects.toBe(error);
    expect(calls).toBe(1);
  }
});

test("a credential that no header can carry is refused, and not repeated", async () => {
  for (const secret of ["se\ncret", "se\u2014cret", "se\0cret"]) {
    for (const [auth, schemes] of [
      [bearer(secret), {}],
      [apiKey(secret), key("header")],
    ] as const) {
      const failure: Error = await sent(auth, agentOf({ securitySchemes: schemes })).catch((error) => error);
      expect(failure).toBeInstanceOf(TypeError);
      expect(failure.message).toMatch(
        /^The credential for the header [\w-]+ has a character that no header can carry$/,
      );
    }
  }
  // As a file has it that ends in a line break.
  expect((await sent(bearer("t\n"), agentOf({})))?.headers).toMatchObject({ authorization: "Bearer t\n" });
});

test("a user with a colon is none of HTTP Basic", () => {
  expect(() => basic("a:b", "c")).toThrow(TypeError);
});

test.each([
  ["of the protocol", Object.assign(new A2AError("Internal"), { status: 401 })],
  [
    "of a foreign kind",
    Object.assign(new A2AError({ code: 401, name: "A2AError", message: "no", reason: "NO" }), { status: 401 }),
  ],
])("HTTP 401 with an error %s gets one fresh secret, too", async (_, refusal) => {
  let asked = 0;
  const auth = bearer(() => {
    asked += 1;
    return `t${asked}`;
  });
  await expect(auth(agentOf({}))(call, () => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(asked).toBe(2);
});
