import { cardPayload } from "@a2akit/protocol/signing";
import type { AgentCard, AgentCardSignature } from "@a2akit/types";
import { decodeProtectedHeader, exportJWK, flattenedVerify, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { signAgentCard } from "./sign-card.ts";

const card: AgentCard = {
  name: "Größe 😀",
  description: "",
  version: "1.0.0",
  supportedInterfaces: [{ url: "https://agent.example/", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: false, extensions: [{ uri: "urn:x", required: false, params: { n: 1e21 } }] },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

type Verifier = Parameters<typeof flattenedVerify>[1];

async function verify(signed: AgentCard, signature: AgentCardSignature | undefined, key: Verifier): Promise<string> {
  if (signature === undefined) throw new Error("There is no such signature");
  const payload = Buffer.from(cardPayload(signed)).toString("base64url");
  const verified = await flattenedVerify(
    { protected: signature.protected, signature: signature.signature, payload },
    key,
  );
  return new TextDecoder().decode(verified.payload);
}

const ALGORITHMS = ["ES256", "ES384", "RS256", "PS256", "EdDSA", "Ed25519"];

test.each(ALGORITHMS)(
  "%s: what is signed verifies after a trip over the wire, with the other key it does not",
  async (alg) => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const { publicKey: other } = await generateKeyPair(alg);
    for (const key of [privateKey, await exportJWK(privateKey)]) {
      const signed = await signAgentCard(card, { key, alg, kid: "k1" });
      const served: AgentCard = JSON.parse(JSON.stringify(signed));
      const [signature] = served.signatures ?? [];
      expect(await verify(served, signature, publicKey)).toBe(cardPayload(card));
      expect(decodeProtectedHeader(signature ?? {})).toEqual({ alg, kid: "k1", typ: "JOSE" });
      await expect(verify(served, signature, other)).rejects.toThrow("signature verification failed");
    }
  },
);

test.each<{ name: string; change: Partial<AgentCard> }>([
  { name: "a letter of the name", change: { name: "Grösse 😀" } },
  {
    name: "the URL",
    change: {
      supportedInterfaces: [{ url: "https://evil.example/", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    },
  },
  { name: "a flag that is left out", change: { capabilities: {} } },
  { name: "a requirement that is added", change: { securityRequirements: [{ schemes: {} }] } },
])("$name changes: it fails", async ({ change }) => {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const signed = await signAgentCard(card, { key: privateKey, alg: "ES256", kid: "k" });
  const [signature] = signed.signatures ?? [];
  await expect(verify({ ...signed, ...change }, signature, publicKey)).rejects.toThrow("signature verification failed");
});

test("several signatures: each verifies by itself, and those that were there stay", async () => {
  const [first, second, third] = await Promise.all(["ES256", "RS256", "Ed25519"].map((alg) => generateKeyPair(alg)));
  if (!first || !second || !third) throw new Error("Three pairs were made");
  const once = await signAgentCard(card, { key: first.privateKey, alg: "ES256", kid: "1" });
  const thrice = await signAgentCard(once, [
    { key: second.privateKey, alg: "RS256", kid: "2", jku: "https://agent.example/jwks.json" },
    { key: third.privateKey, alg: "Ed25519", kid: "3" },
  ]);
  expect(thrice.signatures?.slice(0, 1)).toEqual(once.signatures);
  expect(thrice.signatures?.map((signature) => decodeProtectedHeader(signature).kid)).toEqual(["1", "2", "3"]);
  expect(decodeProtectedHeader(thrice.signatures?.[1] ?? {}).jku).toBe("https://agent.example/jwks.json");
  for (const [index, { publicKey }] of [first, second, third].entries()) {
    expect(await verify(thrice, thrice.signatures?.[index], publicKey)).toBe(cardPayload(card));
  }
});

test("keys that no verifier could use are refused", async () => {
  const { privateKey } = await generateKeyPair("ES256");
  const secret = new Uint8Array(32);
  const jwk = { kty: "oct", k: Buffer.from(secret).toString("base64url") };
  for (const [keys, message] of [
    [[], "takes a key"],
    [{ key: jwk, alg: "HS256", kid: "k" }, "cannot be signed with HS256"],
    [{ key: privateKey, alg: "none", kid: "k" }, "cannot be signed with none"],
    [{ key: privateKey, alg: "ES256", kid: "" }, "needs a kid"],
    [{ key: privateKey, alg: "ES256", kid: "k", jku: "http://agent.example/" }, "must be an https URL"],
  ] as const) {
    await expect(signAgentCard(card, keys)).rejects.toThrow(message);
  }
  await expect(signAgentCard(card, { key: privateKey, alg: "RS256", kid: "k" })).rejects.toThrow();
});
