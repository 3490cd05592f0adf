import assert from "node:assert/strict";
import { verify } from "node:crypto";
import { decodeCard } from "@a2akit/protocol/card";
import { cardPayload } from "@a2akit/protocol/signing";
import type { AgentCard, AgentCardSignature } from "@a2akit/types";
import type { Check } from "../check.ts";
import { type Peer, readReply, script } from "../peer.ts";
import { cardKeys } from "../variants.ts";

const WELL_KNOWN = "/.well-known/agent-card.json";
const cardPath = (peer: Peer): string => `${peer.path === "/" ? "" : peer.path}${WELL_KNOWN}`;

async function card(peer: Peer): Promise<{ card: AgentCard; json: Record<string, unknown>; response: Response }> {
  const response = await peer.fetch(cardPath(peer));
  assert.equal(response.status, 200);
  const json = (await response.json()) as Record<string, unknown>;
  return { card: decodeCard(json).card, json, response };
}

export const cardChecks: readonly Check[] = [
  {
    title: "the card is at its well-known place, as JSON, open to everybody",
    cites: ["card-well-known", "card-security", "content-type", "required-out"],
    needs: [],
    async run({ peer }) {
      const { card: agent, json, response } = await card(peer);
      assert.match(response.headers.get("content-type") ?? "", /^application\/json\b/);
      for (const member of [
        "name",
        "description",
        "version",
        "capabilities",
        "defaultInputModes",
        "defaultOutputModes",
        "skills",
      ]) {
        assert.ok(member in json, member);
      }
      assert.deepEqual(agent.defaultInputModes, ["text/plain", "application/json"]);
    },
  },
  {
    title: "the card has the shape of the dialect and names an interface that answers",
    cites: ["card-interfaces"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const { card: agent, json } = await card(peer);
      assert.equal("supportedInterfaces" in json, peer.dialect.cardShape === "interfaces");
      assert.equal(typeof json.url === "string", peer.dialect.cardShape === "flat");
      const [first] = agent.supportedInterfaces;
      assert.equal(first?.protocolBinding, "JSONRPC");
      assert.match(first.protocolVersion, /^1\.0/);
      const headers = { "content-type": "application/json", "a2a-version": "1.0" };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: script("message:x") });
      const { pathname } = new URL(first.url);
      const reply = await readReply(await peer.fetch(pathname, { method: "POST", headers, body }), 1);
      assert.ok(reply.envelope.result, reply.text);
    },
  },
  {
    title: "the card may be cached, and asking again with its ETag is 304",
    cites: ["card-cached"],
    needs: [],
    async run({ peer }) {
      const { response } = await card(peer);
      assert.match(response.headers.get("cache-control") ?? "", /max-age=\d+/);
      const etag = response.headers.get("etag") ?? "";
      assert.match(etag, /^(W\/)?"[^"]+"$/);
      for (const given of [etag, `"other", ${etag}`, "*"]) {
        const again = await peer.fetch(cardPath(peer), { headers: { "if-none-match": given } });
        assert.equal(again.status, 304, given);
        assert.equal(await again.text(), "");
        assert.equal(again.headers.get("etag"), etag);
      }
      assert.equal((await peer.fetch(cardPath(peer), { headers: { "if-none-match": '"other"' } })).status, 200);
    },
  },
  {
    title: "HEAD of the card is its headers",
    cites: ["card-well-known"],
    needs: [],
    async run({ peer }) {
      const response = await peer.fetch(cardPath(peer), { method: "HEAD" });
      assert.equal(response.status, 200);
      assert.equal(await response.text(), "");
    },
  },
  {
    title: "a streaming agent's card lists the event log; an agent without streams has none",
    cites: ["log-listed"],
    needs: ["SendStreamingMessage"],
    async run({ peer }) {
      const { capabilities } = (await card(peer)).card;
      assert.equal(capabilities.streaming, true);
      const row = capabilities.extensions?.find(({ uri }) => uri === "urn:a2akit:event-log:1");
      assert.ok(row);
      assert.notEqual(row.required, true);
    },
  },
  {
    title: "a signed card verifies as it is served, and not when a word of it is changed; a flat one is not signed",
    cites: ["card-signed"],
    needs: [],
    variant: "E",
    async run({ peer }) {
      const { json } = await card(peer);
      const { signatures } = json as { signatures?: readonly AgentCardSignature[] };
      if (peer.dialect.cardShape === "flat") return assert.equal(signatures, undefined);
      const [signature] = signatures ?? [];
      assert.ok(signature);
      const header = JSON.parse(Buffer.from(signature.protected, "base64url").toString());
      assert.deepEqual(header, { alg: "ES256", typ: "JOSE", kid: "card-1" });
      assert.ok(isSigned(json, signature));
      assert.ok(!isSigned({ ...json, version: "1.0.1" }, signature));
    },
  },
];

/** RFC 7515 §5.2, with the payload detached (appendix F); ES256 is ECDSA with P-256 and SHA-256, its two numbers one after the other. */
function isSigned(json: object, { protected: header, signature }: AgentCardSignature): boolean {
  const payload = Buffer.from(cardPayload(json)).toString("base64url");
  const pem = cardKeys.publicKey.export({ type: "spki", format: "pem" });
  const key = { key: pem, dsaEncoding: "ieee-p1363" } as const;
  return verify("sha256", Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, "base64url"));
}
