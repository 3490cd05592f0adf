import type { AgentCard } from "@a2akit/types";
import { encodeMessage } from "../codec/message-codec.ts";
import type { Dialect } from "../dialect.ts";
import { isObject, type JsonObject } from "../json.ts";
import { PROTOCOL_VERSION } from "../version.ts";
import { mapValues, unwrapRequirement, unwrapScheme } from "./flat-security.ts";

/**
 * The Agent Card as the dialect serves it. A flat card names one endpoint, `url`, and writes security in the manner of OpenAPI; signatures
 * are left out of it, because they sign the canonical card.
 */
export function encodeCard(
  dialect: Pick<Dialect, "cardShape" | "resultSpelling">,
  card: AgentCard,
  { url }: { readonly url: string },
): JsonObject {
  const shaped = dialect.cardShape === "flat" ? flatten(card, url) : card;
  const encoded = encodeMessage("AgentCard", shaped, dialect.resultSpelling);
  return isObject(encoded) ? encoded : {};
}

function flatten(card: AgentCard, url: string): JsonObject {
  const { supportedInterfaces, signatures: _, securitySchemes, securityRequirements, skills, ...rest } = card;
  const served = supportedInterfaces.find((item) => item.url === url) ?? supportedInterfaces[0];
  return {
    protocolVersion: served?.protocolVersion ?? PROTOCOL_VERSION,
    ...rest,
    url,
    preferredTransport: served?.protocolBinding ?? "JSONRPC",
    ...(securitySchemes && {
      securitySchemes: mapValues(securitySchemes, (scheme) => (isObject(scheme) ? unwrapScheme(scheme) : scheme)),
    }),
    ...(securityRequirements && {
      security: securityRequirements.map((requirement) => unwrapRequirement({ ...requirement })),
    }),
    ...(card.capabilities.extendedAgentCard !== undefined && {
      supportsAuthenticatedExtendedCard: card.capabilities.extendedAgentCard,
    }),
    skills: skills.map(({ securityRequirements: own, ...skill }) => ({
      ...skill,
      ...(own && { security: own.map((requirement) => unwrapRequirement({ ...requirement })) }),
    })),
  };
}
