import type { AgentCard, OAuthFlows } from "@a2akit/types";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { connect } from "../connect.ts";
import { testCard } from "../fixtures.test-helper.ts";
import type { Fetch } from "../transport/fetch.ts";
import type { Auth } from "./authorize.ts";
import { clientCredentials } from "./client-credentials.ts";
import { type DevicePrompt, deviceCode } from "./device-code.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const tokenUrl = "https://agent.example/token";
const deviceAuthorizationUrl = "https://agent.example/device";
const client = { clientId: "me", clientSecret: "s:3" };

function cardWith(flows: OAuthFlows): AgentCard {
  return testCard({
    securitySchemes: { o: { oauth2SecurityScheme: { flows } } },
    securityRequirements: [{ schemes: { o: { list: ["read", "write"] } } }],
  });
}
const clientFlow = cardWith({ clientCredentials: { tokenUrl, scopes: {} } });
const deviceFlow = cardWith({ deviceCode: { deviceAuthorizationUrl, tokenUrl, scopes: {} } });

/** An authorization server that answers in turn, before an agent that takes the tokens in `valid`. */
function world(answers: readonly (object | Response)[], valid: Set<string> = new Set(["t1", "t2", "t3"])) {
  const forms: Record<string, string>[] = [];
  const used: (string | null)[] = [];
  const fetch: Fetch = async (request) => {
    if (request.url !== "https://agent.example/rpc") {
      const form = Object.fromEntries(new URLSearchParams(await request.text()));
      const authorization = request.headers.get("authorization");
      forms.push({ at: new URL(request.url).pathname, ...form, ...(authorization && { authorization }) });
      const answer = answers[forms.length - 1] ?? { error: "nothing_left" };
      return answer instanceof Response ? answer : Response.json(answer, { status: "error" in answer ? 400 : 200 });
    }
    const token = request.headers.get("authorization")?.replace("Bearer ", "") ?? null;
    used.push(token);
    const { id } = (await request.json()) as { id: number };
    if (token === null || !valid.has(token)) return new Response("", { status: 401 });
    return Response.json({ jsonrpc: "2.0", id, result: { id: "t", status: { state: "TASK_STATE_WORKING" } } });
  };
  const open = (card: AgentCard, auth: (fetch: Fetch) => Auth) =>
    connect({ card, shape: "interfaces" }, { fetch, auth: auth(fetch) });
  return { open, forms, used, valid };
}

describe("client credentials", () => {
  const auth = (fetch: Fetch) => clientCredentials({ ...client, fetch });

  test("one token serves all calls, until it nears its end", async () => {
    const { open, forms, used } = world([
      { access_token: "t1", expires_in: 100 },
      { access_token: "t2", expires_in: 100 },
    ]);
    const agent = open(clientFlow, auth);
    await Promise.all([agent.getTask({ id: "t" }), agent.getTask({ id: "t" })]);
    expect(forms).toEqual([
      {
        at: "/token",
        grant_type: "client_credentials",
        scope: "read write",
        authorization: `Basic ${btoa("me:s%3A3")}`,
      },
    ]);
    vi.advanceTimersByTime(69_999);
    await agent.getTask({ id: "t" });
    vi.advanceTimersByTime(1);
    await agent.getTask({ id: "t" });
    expect(used).toEqual(["t1", "t1", "t1", "t2"]);
  });

  test("a token that was kept is used until its end, and each new one is told", async () => {
    const kept = { accessToken: "t1", expiresAt: Date.now() + 100_000 };
    const told: unknown[] = [];
    const { open, used } = world([{ access_token: "t2", expires_in: 100 }]);
    const agent = open(clientFlow, (fetch) =>
      clientCredentials({ ...client, fetch, token: kept, onToken: ({ accessToken }) => void told.push(accessToken) }),
    );
    await agent.getTask({ id: "t" });
    expect(told).toEqual([]);
    vi.advanceTimersByTime(70_000);
    await agent.getTask({ id: "t" });
    expect(used).toEqual(["t1", "t2"]);
    expect(told).toEqual(["t2"]);
  });

  test("a token that is refused is replaced once", async () => {
    const { open, used, valid } = world([{ access_token: "t1" }, { access_token: "t2" }, { access_token: "bad" }]);
    const agent = open(clientFlow, auth);
    await agent.getTask({ id: "t" });
    valid.delete("t1");
    await agent.getTask({ id: "t" });
    valid.delete("t2");
    await expect(agent.getTask({ id: "t" })).rejects.toMatchObject({ name: "TransportError", status: 401 });
    expect(used).toEqual(["t1", "t1", "t2", "t2", "bad"]);
  });

  test.each([
    ["refuses", { error: "invalid_client", error_description: "who?" }, "gives no token: invalid_client (who?)"],
    [
      "is no authorization server",
      new Response("<html>", { status: 404 }),
      "No token from https://agent.example/token: HTTP 404",
    ],
    ["says nothing", {}, "No access_token in the answer"],
    [
      "names no error of its own",
      Response.json({ error: { code: 7 } }, { status: 400 }),
      "No token from https://agent.example/token: HTTP 400",
    ],
  ])("a server that %s is an error of the call", async (_, answer, message) => {
    const agent = world([answer]).open(clientFlow, auth);
    await expect(agent.getTask({ id: "t" })).rejects.toMatchObject({ message: expect.stringContaining(message) });
  });

  test("secrets go to no other origin because a card says so", async () => {
    const elsewhere = cardWith({ clientCredentials: { tokenUrl: "https://evil.example/token", scopes: {} } });
    expect(() => world([]).open(elsewhere, auth)).toThrow(
      'The card names "https://evil.example/token" as tokenUrl, which is not on https://agent.example',
    );
    const { open, used } = world([{ access_token: "t1" }]);
    await open(elsewhere, (fetch) => clientCredentials({ ...client, fetch, tokenUrl })).getTask({ id: "t" });
    expect(used).toEqual(["t1"]);
  });

  test("a card without the flow needs the option, and one with other schemes takes no token", () => {
    expect(() => world([]).open(deviceFlow, auth)).toThrow("The card names no tokenUrl; pass it as an option");
    const basicOnly = testCard({ securitySchemes: { b: { httpAuthSecurityScheme: { scheme: "Basic" } } } });
    expect(() => world([]).open(basicOnly, (fetch) => clientCredentials({ ...client, fetch, tokenUrl }))).toThrow(
      "no security scheme that takes an OAuth 2 token",
    );
  });
});

describe("device code", () => {
  const grant = {
    device_code: "d",
    user_code: "WDJB-MJHT",
    verification_uri: "https://agent.example/go",
    expires_in: 600,
    interval: 2,
  };
  const pending = { error: "authorization_pending" };

  /** A client whose user sees the prompts. */
  function asking(answers: readonly (object | Response)[]) {
    const prompts: DevicePrompt[] = [];
    const made = world(answers);
    const agent = made.open(deviceFlow, (fetch) =>
      deviceCode({ clientId: "me", fetch, prompt: (prompt) => void prompts.push(prompt) }),
    );
    return { ...made, agent, prompts };
  }

  test("asks the user, and polls as slowly as the server wants", async () => {
    const { agent, prompts, forms, used } = asking([grant, pending, { error: "slow_down" }, { access_token: "t1" }]);
    const start = Date.now();
    const call = agent.getTask({ id: "t" });
    await vi.runAllTimersAsync();
    await call;
    expect(prompts).toEqual([
      { verificationUri: "https://agent.example/go", userCode: "WDJB-MJHT", expiresIn: 600_000 },
    ]);
    expect(forms[0]).toEqual({ at: "/device", client_id: "me", scope: "read write" });
    expect(forms[1]).toEqual({
      at: "/token",
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: "d",
      client_id: "me",
    });
    expect(Date.now() - start).toBeGreaterThanOrEqual(2_000 + 2_000 + 7_000);
    expect(used).toEqual(["t1"]);
  });

  test.each([-1, 0, 1e12, "soon"])(
    "an interval of %j is none: no server is polled without a pause",
    async (interval) => {
      const { agent } = asking([{ ...grant, interval }, pending, pending, { access_token: "t1" }]);
      const start = Date.now();
      const call = agent.getTask({ id: "t" });
      await vi.runAllTimersAsync();
      await call;
      expect(Date.now() - start).toBe(3 * 5_000);
    },
  );

  test.each(["access_denied", "expired_token"])("%s ends the call", async (error) => {
    const { agent } = asking([grant, { error }]);
    const call = expect(agent.getTask({ id: "t" })).rejects.toMatchObject({
      name: "UnauthenticatedError",
      message: expect.stringContaining(error),
    });
    await vi.runAllTimersAsync();
    await call;
  });

  test("a code is not polled beyond its end", async () => {
    const { agent, forms } = asking([{ ...grant, expires_in: 5 }, pending, pending, pending]);
    const call = expect(agent.getTask({ id: "t" })).rejects.toMatchObject({
      message: expect.stringContaining("authorization_pending"),
    });
    await vi.runAllTimersAsync();
    await call;
    expect(forms).toHaveLength(4);
  });

  test.each(["device_code", "user_code", "verification_uri"])(
    "an answer without %s is an error of the call, and nothing is shown to the user",
    async (name) => {
      const { agent, prompts } = asking([{ ...grant, [name]: undefined }]);
      await expect(agent.getTask({ id: "t" })).rejects.toMatchObject({
        name: "TransportError",
        message: `No ${name} in the answer`,
      });
      expect(prompts).toEqual([]);
    },
  );

  test("what is lost while the user is at it is asked again, more slowly", async () => {
    const down = new Response("down", { status: 503 });
    const { agent, prompts, used } = asking([grant, down, { access_token: "t1" }]);
    const start = Date.now();
    const call = agent.getTask({ id: "t" });
    await vi.runAllTimersAsync();
    await call;
    expect({ prompts: prompts.length, used }).toEqual({ prompts: 1, used: ["t1"] });
    expect(Date.now() - start).toBe(2_000 + 7_000);
  });

  test("a poll that nobody answers in time is lost like any other, and asked again", async () => {
    const mute = new Response(new ReadableStream(), { headers: { "content-type": "application/json" } });
    const { agent, prompts, used } = asking([grant, mute, { access_token: "t1" }]);
    const start = Date.now();
    const call = agent.getTask({ id: "t" });
    await vi.runAllTimersAsync();
    await call;
    expect({ prompts: prompts.length, used }).toEqual({ prompts: 1, used: ["t1"] });
    expect(Date.now() - start).toBe(2_000 + 30_000 + 7_000);
  });

  test("a server that is down or overloaded takes no refresh token away", async () => {
    const [overloaded, down] = [429, 503].map((status) =>
      Response.json({ error: "temporarily_unavailable" }, { status }),
    );
    const { agent, prompts, forms, used } = asking([
      grant,
      { access_token: "t1", refresh_token: "r1", expires_in: 60 },
      overloaded ?? {},
      down ?? {},
      { access_token: "t2" },
    ]);
    const first = agent.getTask({ id: "t" });
    await vi.advanceTimersByTimeAsync(40_000);
    await first;
    const second = agent.getTask({ id: "t" });
    await vi.advanceTimersByTimeAsync(40_000);
    await second;
    expect(used).toEqual(["t1", "t2"]);
    expect(forms.slice(2)).toMatchObject([{ refresh_token: "r1" }, { refresh_token: "r1" }, { refresh_token: "r1" }]);
    expect(prompts).toHaveLength(1);
  });

  test("refreshes, and asks the user again only where that fails", async () => {
    const { agent, prompts, forms, used } = asking([
      grant,
      { access_token: "t1", refresh_token: "r1", expires_in: 60 },
      { access_token: "t2", expires_in: 60 },
      { error: "invalid_grant" },
      grant,
      { access_token: "t3" },
    ]);
    for (let call = 0; call < 3; call += 1) {
      const done = agent.getTask({ id: "t" });
      await vi.advanceTimersByTimeAsync(40_000);
      await done;
    }
    expect(used).toEqual(["t1", "t2", "t3"]);
    expect(forms[2]).toMatchObject({ grant_type: "refresh_token", refresh_token: "r1" });
    expect(forms[3]).toMatchObject({ grant_type: "refresh_token", refresh_token: "r1" });
    expect(prompts).toHaveLength(2);
  });
});
