import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { a2a, field, json, start, temporaryFolder } from "../harness/a2a.ts";
import { guardedAgent, liveAgent } from "../harness/agents.ts";
import { caller, server as tls } from "../harness/certificates.ts";
import { covers } from "../harness/covers.ts";
import { oauthServer } from "../harness/oauth-server.ts";

const SECRET = "t0p/s3cret+";

/** An agent with these schemes that lets everybody in, so that it can be seen what comes. */
const openAgent = (securitySchemes: object, requirements: object[] = []) =>
  liveAgent({
    card: { securitySchemes, securityRequirements: requirements } as object,
    authenticate: async () => ({ owner: "x", tenant: "" }),
  });
const key = (location: string) => ({ k: { apiKeySecurityScheme: { location, name: "X-Key" } } });

covers(["AUTH_001"], "credentials go where the card's scheme says", async () => {
  for (const [schemes, flags, where] of [
    [key("header"), ["--api-key", SECRET], { headers: { "x-key": SECRET } }],
    [key("query"), ["--api-key", SECRET], { path: `/?X-Key=${encodeURIComponent(SECRET)}` }],
    [key("cookie"), ["--api-key", SECRET], { headers: { cookie: `X-Key=${encodeURIComponent(SECRET)}` } }],
    [
      { h: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      ["--bearer", SECRET],
      { headers: { authorization: `Bearer ${SECRET}` } },
    ],
    [
      { h: { httpAuthSecurityScheme: { scheme: "Basic" } } },
      ["--basic", "ada:lovelace"],
      { headers: { authorization: `Basic ${Buffer.from("ada:lovelace").toString("base64")}` } },
    ],
  ] as const) {
    const { url, calls } = await openAgent(schemes);
    const { status, stderr } = await a2a(["send", "-a", url, ...flags, "message:hi", "--svc-param", "x-trace-id: 7:8"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(calls()[0]).toMatchObject(where);
    expect(calls()[0]?.headers["x-trace-id"]).toBe("7:8");
  }
});

covers(
  ["AUTH_002"],
  "each credential has a variable, flags beat it, and help says that flags are visible",
  async () => {
    const { url } = await guardedAgent(SECRET);
    const send = ["send", "-a", url, "message:hi"];
    expect((await a2a(send, { env: { A2ACLI_BEARER: SECRET } })).status).toBe(0);
    expect((await a2a([...send, "--bearer", "wrong-token"], { env: { A2ACLI_BEARER: SECRET } })).status).toBe(4);
    const { stdout } = await a2a(["help", "send"], { env: { A2ACLI_BEARER: SECRET } });
    expect(stdout).toMatch(/--bearer <token>\s+.*visible in the process table.*\(A2ACLI_BEARER: set\)/);
    expect(stdout).toMatch(/--api-key <key>\s+.*visible in the process table/);
    expect(stdout).not.toContain(SECRET);
  },
);

covers(["AUTH_003"], "--insecure warns each time; without it, a certificate that nobody knows is refused", async () => {
  const { url } = await guardedAgent(SECRET, { tls });
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "ca.pem"), tls.cert);
  const send = ["send", "-a", url, "message:hi", "--bearer", SECRET];
  const refused = await json(send);
  expect(refused.error).toMatchObject({ code: "A2ACLI_ERR_UNREACHABLE", message: expect.stringContaining("--ca") });
  expect(await a2a([...send, "--insecure"])).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^Warning: certificates are not verified/),
  });
  expect(await a2a(send, { env: { A2ACLI_INSECURE: "1" } })).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("Warning: "),
  });
  expect(await a2a([...send, "--ca", "ca.pem"], { cwd })).toMatchObject({ status: 0, stderr: "" });
  const streamed = await a2a(
    ["send", "-a", url, "--bearer", SECRET, "--ca", "ca.pem", "--stream", "task:work;art:a:hi;done"],
    { cwd },
  );
  expect(field(streamed.stdout, "State")).toBeDefined();
});

covers(["AUTH_004", "OUT_007"], "--debug with credentials in every position shows none of them", async () => {
  const { url } = await guardedAgent(SECRET);
  const forms = [
    SECRET,
    encodeURIComponent(SECRET),
    JSON.stringify(SECRET).slice(1, -1),
    Buffer.from(SECRET).toString("base64"),
  ];
  const base = ["send", "-a", url, "--debug", "--verbose", "--bearer", SECRET];
  for (const more of [
    ["task:work;done", "--stream"],
    ["message:hi", "--svc-param", `authorization-copy: ${SECRET}`],
    ["message:hi", "--svc-param", `x-anything:${SECRET}`],
    ["message:hi", "--metadata", JSON.stringify({ [SECRET]: SECRET })],
    ["message:hi", "--api-key", SECRET, "--basic", `u:${SECRET}`],
    [
      "task:echo;done",
      "--webhook-url",
      "http://127.0.0.1:9/",
      "--webhook-token",
      SECRET,
      "--webhook-auth",
      `Bearer ${SECRET}`,
    ],
    [`message:${SECRET}`, "--task-id", "no-such"],
    ["message:hi", "--timeout", "soon"],
  ]) {
    const { stderr } = await a2a([...base, ...more]);
    for (const form of forms) expect(stderr, more.join(" ")).not.toContain(form);
  }
  const { stderr } = await a2a(["task", "list", "-a", url, "--debug"], { env: { A2ACLI_BEARER: SECRET } });
  expect(stderr).toMatch(/debug \d+ \d+ms > authorization: \[redacted\]/);
  expect(stderr).toMatch(/debug \d+ \d+ms > POST http/);
  expect(stderr).toMatch(/debug \d+ \d+ms > \{"jsonrpc":"2.0"/);
  expect(stderr).toMatch(/debug \d+ \d+ms < \{.*"result"/);
  for (const form of forms) expect(stderr).not.toContain(form);
});

covers(["AUTH_004"], "with --debug, auth login shows no token and no secret", async () => {
  const { url, agent } = await oauthServer();
  const env = { A2ACLI_CLIENT_SECRET: "client-s3cret" };
  const login = ["auth", "login", "-a", url, "--client-id", "ci", "--flow", "client-credentials", "--debug"];
  const { status, stderr, stdout } = await a2a(login, { env });
  expect(status).toBe(0);
  for (const secret of ["client-s3cret", agent.lastToken(), Buffer.from("ci:client-s3cret").toString("base64")])
    expect(stderr + stdout).not.toContain(secret);
});

covers(
  ["AUTH_005", "AUTH_007"],
  "auth login by device code; the token is kept for its owner and attached later",
  async () => {
    const { url, agent } = await oauthServer();
    const cwd = temporaryFolder();
    const login = start(["auth", "login", "-a", url, "--client-id", "cli"], { cwd });
    await login.until(/Code: WDJB-MJHT/);
    expect(login.stderr()).toContain(`Open: ${url}activate`);
    agent.approve();
    const { status, stdout } = await login.done;
    expect(status).toBe(0);
    const file = field(stdout, "File") ?? "";
    expect(file.startsWith(join(cwd, ".config/a2a-cli/tokens/"))).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
    expect(stdout).not.toContain(agent.lastToken());
    const send = ["send", "-a", url, "message:hi"];
    expect(await a2a(send, { cwd })).toMatchObject({ status: 0, stderr: "" });
    expect(agent.tokensUsed()).toEqual([agent.lastToken()]);
    // Another agent gets nothing of it.
    const other = await openAgent({
      o: {
        oauth2SecurityScheme: { flows: { deviceCode: { deviceAuthorizationUrl: url, tokenUrl: url, scopes: {} } } },
      },
    });
    await a2a(["send", "-a", other.url, "message:hi"], { cwd });
    expect(other.calls()[0]?.headers.authorization).toBeUndefined();
    // One that has ended is refreshed, and the new one kept.
    agent.expire(file);
    expect((await a2a(send, { cwd })).status).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8")).accessToken).toBe(agent.lastToken());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(await json(send, { cwd })).toMatchObject({
      error: { code: "A2ACLI_ERR_USAGE", hint: `chmod 600 '${file}'` },
    });
    chmodSync(file, 0o600);
    expect((await json(["auth", "logout", "-a", url], { cwd })).removed).toBe(true);
    expect(readdirSync(join(file, ".."))).toEqual([]);
    const missing = await a2a([...send, "-o", "json"], { cwd });
    expect(missing.status).toBe(4);
    expect(JSON.parse(missing.stdout).error).toMatchObject({
      code: "A2ACLI_ERR_CREDENTIALS_MISSING",
      hint: `a2a auth login -a ${url}`,
    });
  },
);

covers(
  ["AUTH_006", "AUTH_007"],
  "auth login by client credentials, or the client's secret with the call itself",
  async () => {
    const { url, agent } = await oauthServer();
    const cwd = temporaryFolder();
    const env = { A2ACLI_CLIENT_SECRET: "client-s3cret", A2ACLI_CLIENT_ID: "ci" };
    expect((await json(["auth", "login", "-a", url], { cwd, env })).flow).toBe("client-credentials");
    expect((await a2a(["send", "-a", url, "message:hi"], { cwd })).status).toBe(0);
    expect(agent.tokensUsed()).toEqual([agent.lastToken()]);
    expect((await a2a(["send", "-a", url, "message:hi"], { env })).status).toBe(0);
    const wrong = await a2a(["auth", "login", "-a", url, "-o", "json"], {
      env: { ...env, A2ACLI_CLIENT_SECRET: "wr0ng-secret" },
    });
    expect(wrong.status).toBe(4);
    expect(JSON.parse(wrong.stdout).error).toMatchObject({
      code: "A2ACLI_ERR_AUTH_FAILED",
      message: expect.stringContaining("invalid_client"),
    });
  },
);

covers(
  ["AUTH_008"],
  "a credential goes nowhere that no scheme asks for it: neither to the card nor to the agent",
  async () => {
    const { url, seen, calls } = await liveAgent();
    const { status, stderr } = await a2a([
      "send",
      "-a",
      url,
      "--bearer",
      SECRET,
      "--api-key",
      "k3y-12345",
      "message:hi",
    ]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/Warning: The bearer token is not sent: .*no security scheme/);
    expect(stderr).toMatch(/Warning: The API key is not sent/);
    expect(JSON.stringify(seen)).not.toContain(SECRET);
    expect(JSON.stringify(seen)).not.toContain("k3y-12345");
    expect(calls()).toHaveLength(1);
    const guarded = await guardedAgent(SECRET);
    await a2a(["send", "-a", guarded.url, "--bearer", SECRET, "message:hi"]);
    const [card, call] = guarded.seen;
    expect(card?.headers.authorization).toBeUndefined();
    expect(call?.headers.authorization).toBe(`Bearer ${SECRET}`);
    const refused = await a2a(["send", "-a", guarded.url, "--api-key", "k3y-12345", "message:hi", "-o", "json"]);
    expect(refused.status).toBe(4);
    expect(JSON.parse(refused.stdout).error.code).toBe("A2ACLI_ERR_AUTH_FAILED");
    expect(guarded.calls()).toHaveLength(1);
  },
);

covers(["AUTH_009"], "mutual TLS: an agent that asks for a certificate is shown one", async () => {
  const { url } = await liveAgent({
    tls: { ...tls, requestCert: true, rejectUnauthorized: true, ca: [caller.cert] },
    card: { securitySchemes: { m: { mtlsSecurityScheme: {} } }, securityRequirements: [{ schemes: { m: {} } }] },
    authenticate: async () => ({ owner: "tester", tenant: "" }),
  });
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries({
    "ca.pem": tls.cert,
    "me.crt": caller.cert,
    "me.key": caller.key,
    "both.pem": caller.cert + caller.key,
  }))
    writeFileSync(join(cwd, name), text);
  const send = ["send", "-a", url, "--ca", "ca.pem", "message:hi"];
  expect((await a2a([...send, "--client-cert", "me.crt", "--client-key", "me.key"], { cwd })).status).toBe(0);
  expect((await a2a([...send, "--client-cert", "both.pem"], { cwd })).status).toBe(0);
  expect((await a2a(send, { cwd })).status).toBe(3);
  expect((await json([...send, "--client-key", "me.key"], { cwd })).error.code).toBe("A2ACLI_ERR_USAGE");
  expect((await json([...send, "--client-cert", "none.pem"], { cwd })).error.message).toContain("none.pem");
});

covers(["EXIT_001", "OUT_004"], "credentials that are missing or refused: exit status 4, and what to set", async () => {
  const { url } = await guardedAgent(SECRET);
  const missing = await a2a(["send", "-a", url, "message:hi", "-o", "json"]);
  expect(missing.status).toBe(4);
  expect(JSON.parse(missing.stdout).error).toMatchObject({
    code: "A2ACLI_ERR_CREDENTIALS_MISSING",
    message: expect.stringContaining("set A2ACLI_BEARER or --bearer"),
  });
  const refused = await a2a(["send", "-a", url, "message:hi", "--bearer", "wrong-token", "-o", "json"]);
  expect(refused.status).toBe(4);
  expect(JSON.parse(refused.stdout).error).toMatchObject({ code: "A2ACLI_ERR_AUTH_FAILED", a2aCode: -32000 });
  const empty = await json(["send", "-a", url, "message:hi", "--bearer", ""]);
  expect(empty.error).toMatchObject({ code: "A2ACLI_ERR_USAGE", message: expect.stringContaining("A2ACLI_BEARER") });
});
