import type { AgentCard } from "@a2akit/types";
import { A2AError, type FieldViolation } from "../a2a-error.ts";
import type { Dialect } from "../dialect.ts";
import { describeJson, isObject, type JsonObject } from "../json.ts";
import { cardMembers, requiredMembers } from "./canonical-card.ts";
import { type CardInterface, readInterfaces } from "./card-interfaces.ts";
import { mapValues, wrapRequirement, wrapScheme } from "./flat-security.ts";
import { listMembers } from "./list-members.ts";
import { readCard } from "./read-card.ts";

export interface DecodedCard {
  readonly card: AgentCard;
  /** The shape that the card has; one with both shapes counts as `interfaces`. */
  readonly shape: Dialect["cardShape"];
}

/**
 * Reads an Agent Card in every shape that is about: A2A 1.0 with `supportedInterfaces` (which may lack their version), the flat cards of 0.2,
 * of 0.3 and of dialects, and cards that carry both. Relative URLs are resolved against `url`, the address of the card. Members that
 * A2A 1.0 does not know stay.
 *
 * @throws A2AError InvalidAgentResponse; `violations` names each member, the rule and what is there instead.
 */
export function decodeCard(json: unknown, { url: base }: { readonly url?: string | undefined } = {}): DecodedCard {
  const decoded = readCard(json);
  if (!isObject(decoded)) {
    throw notACard([{ field: "card", description: `must be an object, not ${describeJson(decoded)}` }], base);
  }
  const { listed, flat, violations } = readInterfaces(decoded, base);
  const wrong = wrongMembers(decoded);
  if (wrong.length > 0 || listed.length + flat.length === 0) throw notACard([...wrong, ...violations], base);
  const card = { ...requiredMembers, ...fromFlat(decoded), supportedInterfaces: merge(listed, flat) };
  // The members that A2A requires are there and of the right type; what is inside them is taken on trust.
  return { card: card as unknown as AgentCard, shape: listed.length > 0 ? "interfaces" : "flat" };
}

/** Members of 0.3 and of flat cards become what 1.0 has for them. */
function fromFlat(card: JsonObject): JsonObject {
  const {
    url,
    preferredTransport,
    protocolVersion,
    additionalInterfaces,
    security,
    supportsAuthenticatedExtendedCard,
    ...rest
  } = card;
  const { securitySchemes, securityRequirements = security, capabilities, skills } = rest;
  return {
    ...rest,
    ...(typeof supportsAuthenticatedExtendedCard === "boolean" && {
      capabilities: {
        extendedAgentCard: supportsAuthenticatedExtendedCard,
        ...(isObject(capabilities) && capabilities),
      },
    }),
    ...(isObject(securitySchemes) && { securitySchemes: mapValues(securitySchemes, wrapScheme) }),
    ...(Array.isArray(securityRequirements) && { securityRequirements: securityRequirements.map(wrapRequirement) }),
    ...(Array.isArray(skills) && { skills: skills.map(skillFromFlat) }),
  };
}

function skillFromFlat(skill: unknown): unknown {
  if (!isObject(skill) || !Array.isArray(skill.security)) return skill;
  const { security, ...rest } = skill;
  return { securityRequirements: security.map(wrapRequirement), ...rest };
}

function merge(listed: readonly CardInterface[], flat: readonly CardInterface[]): readonly CardInterface[] {
  const key = ({ url, protocolBinding, protocolVersion }: CardInterface) =>
    [url, protocolBinding, protocolVersion].join(" ");
  const keys = new Set(listed.map(key));
  return [...listed, ...flat.filter((item) => !keys.has(key(item)) && keys.add(key(item)))];
}

/** The members of the card itself whose JSON type is not the one that A2A §4.4.1 gives them. */
function wrongMembers(card: JsonObject): FieldViolation[] {
  const required: JsonObject = { name: undefined, ...card };
  return Object.entries(required).flatMap(([name, value]) => {
    const expected = describeJson(cardMembers[name]);
    const given = describeJson(value);
    if (expected === given || !Object.hasOwn(cardMembers, name)) return [];
    const instead = value === undefined ? `; the card has ${listMembers(card)}` : `, not ${given}`;
    return [{ field: name, description: `must be ${expected} (A2A §4.4.1)${instead}` }];
  });
}

/** How many findings the message repeats; `violations` has them all. */
const MAX_FINDINGS = 5;

function notACard(violations: readonly FieldViolation[], url: string | undefined): A2AError {
  const findings = violations.slice(0, MAX_FINDINGS).map(({ field, description }) => `${field} ${description}`);
  const where = url === undefined ? "" : ` at ${url}`;
  return new A2AError("InvalidAgentResponse", {
    message: `Not an Agent Card${where}: ${findings.join("; ")}`,
    violations,
  });
}
