import { cardPayload } from "@a2akit/protocol/signing";
import type { AgentCard } from "@a2akit/types";
import { flattenedVerify, generateKeyPair } from "jose";
import { expect, it } from "vitest";
import { CARD, startServer, WRITERS } from "../testing/harness.ts";
import { scripted } from "../testing/scripted-steps.ts";
import { signAgentCard } from "./sign-card.ts";

const { privateKey, publicKey } = await generateKeyPair("ES256");
const baseUrl = "https://agent.example";
const card = { ...CARD, capabilities: { extendedAgentCard: true } };
const signCard = (each: AgentCard) => signAgentCard(each, { key: privateKey, alg: "ES256", kid: "k" });

async function verifies(served: AgentCard): Promise<boolean> {
  const [{ protected: header, signature } = { protected: "", signature: "" }] = served.signatures ?? [];
  const payload = Buffer.from(cardPayload(served)).toString("base64url");
  return flattenedVerify({ protected: header, signature, payload }, publicKey).then(
    () => true,
    () => false,
  );
}

it.each(WRITERS)("over %s: the card is signed as it is served, once; the extended one for itself", async (writer) => {
  let signed = 0;
  const server = await startServer(writer, {
    agent: scripted,
    card,
    baseUrl,
    signCard: (each) => {
      signed += 1;
      return signCard(each);
    },
    extendedCard: ({ owner }) => ({ description: `for ${owner}` }),
    authenticate: async () => ({ owner: "alice", tenant: "" }),
  });
  const get = async (headers = {}) => server.request("/.well-known/agent-card.json", { headers });
  const first = await get();
  const served = (await first.json()) as AgentCard;
  expect(served.supportedInterfaces[0]?.url).toBe(`${baseUrl}/`);
  expect(served.signatures).toHaveLength(1);
  expect(await verifies(served)).toBe(true);
  expect(await verifies({ ...served, name: "Other" })).toBe(false);
  const again = await get({ host: "evil.example", "x-forwarded-host": "evil.example" });
  expect(await again.json()).toEqual(served);
  expect(signed).toBe(1);

  const extended: AgentCard = (await server.call("GetExtendedAgentCard")).body.result;
  expect(extended).toMatchObject({ description: "for alice", signatures: [{}] });
  expect(await verifies(extended)).toBe(true);
  await server.close();
});

it("signatures of the public card are not those of the extended one", async () => {
  const server = await startServer("fetch", {
    agent: scripted,
    card: { ...card, signatures: [{ protected: "e30", signature: "AA" }] },
    extendedCard: { description: "more" },
    authenticate: async () => ({ owner: "alice", tenant: "" }),
  });
  const open = await (await server.request("/.well-known/agent-card.json")).json();
  expect(open).toHaveProperty("signatures");
  expect((await server.call("GetExtendedAgentCard")).body.result).not.toHaveProperty("signatures");
  await server.close();
});

it("a key that cannot be reached is an error, and tried again", async () => {
  let isDown = true;
  const server = await startServer("fetch", {
    agent: scripted,
    baseUrl,
    signCard: (each) => {
      if (isDown) throw new Error("secret of the key store");
      return signCard(each);
    },
  });
  const get = async () => (await server.request("/.well-known/agent-card.json")).json() as Promise<AgentCard>;
  expect(await get()).toMatchObject({ error: { code: -32603, message: "Internal error" } });
  expect(server.errors.map(String)).toEqual(["Error: secret of the key store"]);
  isDown = false;
  expect(await verifies(await get())).toBe(true);
  await server.close();
});
