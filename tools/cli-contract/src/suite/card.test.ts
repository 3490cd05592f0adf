import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { signAgentCard } from "@a2akit/server/sign-card";
import type { AgentCard } from "@a2akit/types";
import { exportJWK, generateKeyPair } from "jose";
import { expect } from "vitest";
import { a2a, field, json, temporaryFolder } from "../harness/a2a.ts";
import { cardAt, guardedAgent, liveAgent } from "../harness/agents.ts";
import { server as tls } from "../harness/certificates.ts";
import { covers } from "../harness/covers.ts";
import { serve } from "../harness/serve.ts";

covers(
  ["CARD_GET_001", "TX_001"],
  "a host, a base URL, a card URL, a file URL and a path name the same agent",
  async () => {
    const { url } = await liveAgent();
    const cwd = temporaryFolder();
    const wellKnown = `${url}.well-known/agent-card.json`;
    const card = await json(["card", "get", "-a", wellKnown]);
    const file = join(cwd, "card.json");
    writeFileSync(file, JSON.stringify(card));
    for (const reference of [
      new URL(url).host,
      url,
      wellKnown,
      pathToFileURL(file).href,
      file,
      "./card.json",
      "card.json",
    ]) {
      expect(await json(["card", "get", "-a", reference], { cwd }), reference).toEqual(card);
      expect((await json(["send", "-a", reference, "message:pong"], { cwd })).message.parts).toEqual([
        { text: "pong" },
      ]);
    }
    const { stdout } = await a2a(["card", "get", "-a", url]);
    expect(field(stdout, "Interface")).toBe(`JSONRPC 1.0 ${url}`);
    for (const label of [
      "Name",
      "Description",
      "Version",
      "Streaming",
      "Push notifications",
      "Extended card",
      "Skill",
      "Signature",
    ])
      expect(field(stdout, label), label).toBeDefined();
  },
);

covers(["CARD_GET_002"], "--validate lists each finding with its path and section", async () => {
  const { url } = await liveAgent();
  const good = await a2a(["card", "get", "--validate", "-a", url]);
  expect(good).toMatchObject({ status: 0, stderr: "" });
  expect(field(good.stdout, "Valid")).toBe("yes");
  const broken = await serve((request) =>
    Response.json(
      cardAt(request.url, {
        skills: [{ id: "s", name: "s", description: "s" }],
        defaultInputModes: [],
        capabilities: { streaming: "yes" },
      }),
    ),
  );
  const bad = await a2a(["card", "get", "--validate", "-a", broken.url]);
  expect(bad.status).toBe(1);
  expect(field(bad.stdout, "Valid")).toBe("no");
  expect(bad.stdout).toMatch(/^Finding: skills\[0\]\.tags .*\(A2A §4\.4\.5\)$/m);
  expect(bad.stdout).toMatch(/^Finding: defaultInputModes .*\(A2A §4\.4\.1\)$/m);
  expect(bad.stdout).toMatch(/^Finding: capabilities\.streaming .*\(A2A §4\.4\.3\)$/m);
  const none = await serve(() => Response.json({ name: "x", endpoint: "https://h/" }));
  expect(await a2a(["card", "get", "--validate", "-a", none.url])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("Finding: supportedInterfaces "),
  });
  expect((await json(["card", "get", "--validate", "-a", broken.url])).error.code).toBe("A2ACLI_ERR_CARD_INVALID");
});

covers(
  ["CARD_GET_003", "VER_003"],
  "the extended card goes to those with a credential of a stated scheme",
  async () => {
    const { url, calls } = await guardedAgent("t0ken-123", {
      card: {
        capabilities: { extendedAgentCard: true },
        securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
        securityRequirements: [{ schemes: { token: {} } }],
      },
      extendedCard: { description: "More than others see" },
    });
    const extended = ["card", "get", "--extended", "-a", url];
    expect((await json([...extended, "--bearer", "t0ken-123"])).description).toBe("More than others see");
    expect((await json(["card", "get", "-a", url])).description).toBe("Does what it is told");
    expect(await a2a(extended)).toMatchObject({ status: 4 });
    expect(await a2a([...extended, "--api-key", "k3y-12345"])).toMatchObject({ status: 4 });
    expect(calls().some(({ headers }) => JSON.stringify(headers).includes("k3y-12345"))).toBe(false);
    const without = await liveAgent();
    expect((await json(["card", "get", "--extended", "-a", without.url])).error.code).toBe("UnsupportedOperationError");
    expect(without.calls()).toEqual([]);
  },
);

async function signedCard(url: string, jku?: string) {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const card = cardAt(url) as AgentCard;
  const signed = await signAgentCard(card, { key: privateKey, alg: "ES256", kid: "k1", ...(jku && { jku }) });
  return { signed, keys: { keys: [{ ...(await exportJWK(publicKey)), kid: "k1", alg: "ES256" }] } };
}

covers(
  ["CARD_GET_004"],
  "a signature is verified with keys of the card's own origin, or of --jwks; one is absent",
  async () => {
    let served: object = {};
    let keys: object = {};
    const { url } = await serve((request) => Response.json(request.url.endsWith("/jwks.json") ? keys : served), tls);
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "ca.pem"), tls.cert);
    ({ signed: served, keys } = await signedCard(url, `${url}jwks.json`));
    const get = async (...flags: string[]) => {
      const { status, stdout, stderr } = await a2a(["card", "get", "-a", url, "--ca", "ca.pem", ...flags], { cwd });
      expect(status).toBe(0);
      return { signature: field(stdout, "Signature"), stderr };
    };
    expect(await get()).toEqual({ signature: `verified: by key k1 of ${url}jwks.json`, stderr: "" });
    served = { ...served, description: "Changed on the way" };
    const changed = await get();
    expect(changed.signature).toMatch(/^unverifiable: it does not fit the card/);
    expect(changed.stderr).toContain("no signature of the card could be verified");
    ({ signed: served } = await signedCard(url, "https://keys.evil.example/jwks.json"));
    expect((await get()).signature).toMatch(/^unverifiable: its key set .* is not on the origin of the card/);
    ({ signed: served, keys } = await signedCard(url));
    expect((await get()).signature).toMatch(/^unverifiable: it names no key set/);
    writeFileSync(join(cwd, "keys.json"), JSON.stringify(keys));
    expect((await get("--jwks", "keys.json")).signature).toBe("verified: by key k1 of --jwks");
    expect((await get("--jwks", `${url}jwks.json`)).signature).toBe("verified: by key k1 of --jwks");
    served = cardAt(url);
    expect(await get()).toEqual({ signature: "absent", stderr: "" });
  },
);
