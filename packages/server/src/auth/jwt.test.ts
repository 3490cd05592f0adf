import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { authenticationRequest } from "../testing/authentication-request.ts";
import { type IdentityProvider, startIdentityProvider } from "../testing/identity-provider.ts";
import { type JwtOptions, jwt } from "./jwt.ts";
import type { Verification } from "./verifier.ts";

let provider: IdentityProvider;
beforeEach(async () => {
  provider = await startIdentityProvider();
});
afterEach(() => provider.close());

const context = {
  request: authenticationRequest(),
  isProxied: false,
  scheme: { httpAuthSecurityScheme: { scheme: "bearer" } },
};

function verifier(options: Partial<JwtOptions> = {}): (token: string) => Promise<Verification> {
  const { issuer, audience, jwksUrl } = provider;
  const { verify } = jwt({ issuer, audience, jwks: jwksUrl, ...options });
  return async (token) => verify(token, context);
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const seconds = (offset: number): number => Math.floor(Date.now() / 1_000) + offset;

it("a good token is its subject of its issuer, with its scopes and claims", async () => {
  const verify = verifier();
  const rows: [JWTPayload, string[]][] = [
    [{ scope: "read write" }, ["read", "write"]],
    [{ scp: ["read"] }, ["read"]],
    [{ scp: "read" }, ["read"]],
    [{ scope: { no: 1 } }, []],
    [{ aud: ["other", provider.audience] }, []],
  ];
  for (const [claims, scopes] of rows) {
    expect(await verify(await provider.sign("alice", { claims }))).toEqual({
      owner: `${provider.issuer}#alice`,
      scopes,
      claims: expect.objectContaining({ sub: "alice" }),
    });
  }
});

it("whose a token is can be said otherwise", async () => {
  const verify = verifier({
    identify: ({ org, email }) => (typeof email === "string" ? { owner: email, tenant: String(org) } : undefined),
  });
  const token = await provider.sign("1", { claims: { email: "a@b.example", org: "o" } });
  expect(await verify(token)).toEqual({ owner: "a@b.example", tenant: "o" });
  expect(await verify(await provider.sign("1"))).toBeUndefined();
});

it.each<[want: string | undefined, make: () => Promise<string>, options?: Partial<JwtOptions>]>([
  ["expired", () => provider.sign("a", { claims: { exp: seconds(-31) } })],
  ["claim", () => provider.sign("a", { claims: { nbf: seconds(40) } })],
  ["claim", () => provider.sign("a", { claims: { exp: undefined as never } })],
  ["claim", () => provider.sign("a", { claims: { iss: "https://other.example" } })],
  ["claim", () => provider.sign("a", { claims: { aud: "https://other.example/" } })],
  ["claim", () => provider.sign("a", { claims: { aud: undefined as never } })],
  ["expired", () => provider.sign("a", { claims: { iat: seconds(-3_700) } }), { maxTokenAge: 3_600 }],
  ["claim", () => provider.sign("a", { typ: "JWT" }), { typ: "at+jwt" }],
  ["algorithm", () => provider.sign("a"), { algorithms: ["RS256"] }],
  ["no JWT", async () => "a.b"],
  ["no JWT", async () => "a.b.c"],
  ["no JWT", async () => "a.b.c.d.e"],
  ["not supported", async () => `${encode({ alg: "ES256", kid: "k1", crit: ["exp2"], exp2: 1 })}.e30.AA`],
  ["algorithm", async () => `${encode({ alg: "none" })}.${(await provider.sign("a")).split(".")[1]}.`],
  ["algorithm", async () => `${encode({ alg: "None" })}.${(await provider.sign("a")).split(".")[1]}.`],
  [undefined, () => provider.sign("")],
  [undefined, () => provider.sign("", { claims: { sub: { name: "alice" } as never } })],
  [undefined, () => provider.sign("", { claims: { sub: undefined as never } })],
])("a token that is %s is refused", async (want, make, options) => {
  const found = await verifier(options)(await make());
  expect(found).toEqual(want && { refused: want });
});

it("a token whose payload or signature was changed is refused", async () => {
  const verify = verifier();
  const [header = "", payload = "", signature = ""] = (await provider.sign("alice")).split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  expect(await verify(`${header}.${encode({ ...claims, sub: "root" })}.${signature}`)).toEqual({
    refused: "signature",
  });
  expect(await verify(`${header}.${payload}.${"A".repeat(86)}`)).toEqual({ refused: "signature" });
  expect(await verify(`${header}.${payload}.`)).toEqual({ refused: "signature" });
});

it("HS256 with the public key as the secret is refused, whatever the text of the key", async () => {
  const verify = verifier();
  const jwk = provider.keys.get("k1") ?? {};
  const pem = await exportSPKI((await importJWK(jwk, "ES256")) as Parameters<typeof exportSPKI>[0]);
  const payload = (await provider.sign("alice")).split(".")[1];
  for (const secret of [pem, pem.trim(), JSON.stringify(jwk), Buffer.from(jwk.x ?? "", "base64url")]) {
    const input = `${encode({ alg: "HS256", kid: "k1" })}.${payload}`;
    const forged = `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
    expect(await verify(forged)).toEqual({ refused: "algorithm" });
  }
});

it("keys that the token itself brings, or points to, count for nothing", async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  const get = vi.spyOn(globalThis, "fetch");
  for (const header of [
    { jwk },
    { jku: "http://127.0.0.1:1/evil" },
    { x5u: "http://127.0.0.1:1/evil" },
    { kid: "../../evil" },
  ]) {
    const token = await new SignJWT({ iss: provider.issuer, aud: provider.audience, sub: "root", exp: seconds(60) })
      .setProtectedHeader({ alg: "ES256", kid: "k1", ...header })
      .sign(privateKey);
    expect(await verifier()(token)).toEqual({ refused: expect.stringMatching(/signature|unknown key/) });
  }
  expect(new Set(get.mock.calls.map(([url]) => String(url)))).toEqual(new Set([provider.jwksUrl]));
  get.mockRestore();
});

it("clocks may differ a little", async () => {
  const verify = verifier();
  expect(await verify(await provider.sign("a", { claims: { exp: seconds(-20), nbf: seconds(20) } }))).toHaveProperty(
    "owner",
  );
  const strict = verifier({ clockTolerance: 0 });
  expect(await strict(await provider.sign("a", { claims: { exp: seconds(-20) } }))).toEqual({ refused: "expired" });
});

it.each(["RS256", "PS256", "ES384", "EdDSA", "Ed25519"])("a token that is signed with %s is accepted", async (alg) => {
  await provider.addKey("other", alg);
  expect(await verifier()(await provider.sign("a", { kid: "other" }))).toHaveProperty("owner");
});

describe("the keys of the provider", () => {
  it("are fetched once, by all who wait for them", async () => {
    const verify = verifier();
    const token = await provider.sign("a");
    await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(provider.fetches()).toBe(1);
  });

  it("are found by the issuer's OpenID configuration", async () => {
    const { issuer, audience } = provider;
    const { verify } = jwt({ issuer, audience });
    expect(await verify(await provider.sign("a"), context)).toHaveProperty("owner");
    const other = jwt({ issuer: `${issuer}/`, audience });
    await expect(other.verify(await provider.sign("a"), context)).rejects.toThrow("is of another issuer");
  });

  it("rotate: a new key is looked for, but not again and again; an old one is gone after a while", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const verify = verifier({ cooldown: 30_000, maxAge: 600_000 });
    const old = await provider.sign("a", { claims: { exp: seconds(10_000) } });
    expect(await verify(old)).toHaveProperty("owner");
    await provider.addKey("k2");
    const token = await provider.sign("a", { kid: "k2", claims: { exp: seconds(10_000) } });
    expect(await verify(token)).toEqual({ refused: "unknown key" });
    vi.advanceTimersByTime(30_000);
    const [first, second] = await Promise.all([verify(token), verify(token)]);
    expect([first, second]).toEqual([expect.objectContaining({ owner: expect.any(String) }), first]);
    expect(provider.fetches()).toBe(2);
    provider.keys.delete("k1");
    expect(await verify(old)).toHaveProperty("owner");
    vi.advanceTimersByTime(600_001);
    expect(await verify(old)).toEqual({ refused: "unknown key" });
    vi.useRealTimers();
  });

  it("tokens of unknown keys do not make a flood of fetches", async () => {
    const verify = verifier();
    await verify(await provider.sign("a"));
    await provider.addKey("flood");
    const token = await provider.sign("a", { kid: "flood" });
    for (let attempt = 0; attempt < 50; attempt++) await verify(token);
    expect(provider.fetches()).toBe(1);
  });

  it("stay in use when the provider is down, for a while; without any, the fault is ours", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const verify = verifier({ maxAge: 1_000, maxStale: 10_000 });
    const token = await provider.sign("a", { claims: { exp: seconds(10_000) } });
    provider.broken = { status: 500 };
    await expect(verify(token)).rejects.toThrow(`${provider.jwksUrl} could not be fetched`);
    for (let attempt = 0; attempt < 20; attempt++) await expect(verify(token)).rejects.toThrow();
    expect(provider.fetches()).toBe(1);
    provider.broken = undefined;
    vi.advanceTimersByTime(5_000);
    expect(await verify(token)).toHaveProperty("owner");
    provider.broken = { status: 500 };
    vi.advanceTimersByTime(9_000);
    for (let attempt = 0; attempt < 20; attempt++) expect(await verify(token)).toHaveProperty("owner");
    expect(provider.fetches()).toBe(3);
    vi.advanceTimersByTime(6_000);
    await expect(verify(token)).rejects.toThrow("could not be fetched");
    vi.useRealTimers();
  });

  it.each([
    { broken: { status: 200, body: "x".repeat(600_000) }, fault: "larger than" },
    { broken: { status: 200, body: "[]" }, fault: "no JSON object" },
    { broken: { status: 200, body: "{" }, fault: "JSON" },
    { broken: { status: 302, location: "/elsewhere" }, fault: "HTTP 302" },
    { broken: { status: 404 }, fault: "HTTP 404" },
  ])("a document that is none is refused: $fault", async ({ broken, fault }) => {
    provider.broken = broken;
    const error = await verifier()(await provider.sign("a")).then(undefined, (reason: Error) => reason);
    expect(`${error} ${Object(error).cause}`).toContain(fault);
  });

  it.each(["http://example.com/jwks", "file:///etc/passwd", "jwks"])(
    "%s is no URL to fetch keys from",
    async (jwks) => {
      await expect(verifier({ jwks })(await provider.sign("a"))).rejects.toThrow("is not an https URL");
    },
  );

  describe("are found by the card's openIdConnectUrl", () => {
    const PATH = "/policy/v2/.well-known/openid-configuration";
    let elsewhere: IdentityProvider;
    beforeEach(async () => {
      elsewhere = await startIdentityProvider(PATH);
    });
    afterEach(() => elsewhere.close());

    const at = (openIdConnectUrl: string) => ({
      ...context,
      scheme: { openIdConnectSecurityScheme: { openIdConnectUrl } },
    });

    it("which may be elsewhere than below the issuer's name; other schemes go by that name", async () => {
      const { issuer, audience } = elsewhere;
      const { verify } = jwt({ issuer, audience });
      const token = await elsewhere.sign("alice");
      expect(await verify(token, at(`${issuer}${PATH}`))).toMatchObject({ owner: `${issuer}#alice` });
      await expect(verify(token, context)).rejects.toThrow();
    });

    it.each(["", "/"])("which may be the bare issuer, with the end %j", async (end) => {
      const { issuer, audience } = provider;
      const { verify } = jwt({ issuer, audience });
      expect(await verify(await provider.sign("alice"), at(`${issuer}${end}`))).toMatchObject({
        owner: `${issuer}#alice`,
      });
    });

    it("whose document must still be the issuer's own, over https, without redirects", async () => {
      const { verify } = jwt({ issuer: provider.issuer, audience: provider.audience });
      const token = await provider.sign("alice");
      await expect(verify(token, at(`${elsewhere.issuer}${PATH}`))).rejects.toThrow("is of another issuer");
      await expect(verify(token, at("http://login.example/.well-known/openid-configuration"))).rejects.toThrow(
        "is not an https URL",
      );
    });

    it("unless the keys are given", async () => {
      const { issuer, audience, jwksUrl } = elsewhere;
      const { verify } = jwt({ issuer, audience, jwks: jwksUrl });
      expect(await verify(await elsewhere.sign("alice"), at("https://login.example/none"))).toHaveProperty("owner");
    });
  });

  it("may be given", async () => {
    const verify = verifier({ jwks: { keys: [...provider.keys.values()] } });
    expect(await verify(await provider.sign("a"))).toHaveProperty("owner");
    expect(provider.fetches()).toBe(0);
  });

  it("a provider that never answers is given up", async () => {
    const verify = verifier({
      timeout: 1,
      fetch: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    });
    await expect(verify(await provider.sign("a"))).rejects.toThrow("could not be fetched");
  });
});

it.each([
  { algorithms: ["ES256", "HS256"] },
  { algorithms: ["none"] },
  { algorithms: [] },
  { issuer: "" },
  { audience: "" },
  { audience: [] },
])("refuses %o", (options) => {
  expect(() => jwt({ issuer: "https://login.example", audience: "a", ...options })).toThrow(TypeError);
});
