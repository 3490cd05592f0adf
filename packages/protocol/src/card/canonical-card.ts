import type { AgentCard } from "@a2akit/types";
import { describeJson, isObject, type JsonObject } from "../json.ts";

/** What a card has to say, and what it is taken to say where it leaves that out: a value of the type that A2A §4.4.1 gives each member. */
export const requiredMembers = {
  name: "",
  description: "",
  version: "",
  supportedInterfaces: [],
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
};
/** The same for all members. */
export const cardMembers: JsonObject = {
  ...requiredMembers,
  documentationUrl: "",
  iconUrl: "",
  provider: {},
  securitySchemes: {},
  securityRequirements: [],
  signatures: [],
};

/** In the text of a card: null, a name in snake_case, how older cards write security, a tenant that is none. Takes linear time. */
const UNUSUAL = /[:[,]null|"[A-Za-z\d]*_\w*":|"(type|security)":|"tenant":("\s*"|[^"])/;

/**
 * Whether a card is one of A2A 1.0 to the letter, which `decodeCard` leaves as it is. It errs on the strict side only, so that most agents
 * are called without the code that reads all the other shapes.
 */
export function isCanonicalCard(card: unknown): card is AgentCard {
  try {
    return isObject(card) && hasMembers(card) && !UNUSUAL.test(JSON.stringify(card));
  } catch {
    // No JSON: a cycle, say.
    return false;
  }
}

function hasMembers(card: JsonObject): boolean {
  const interfaces = listOf(card.supportedInterfaces);
  return (
    Object.keys({ ...requiredMembers, ...card }).every(
      (name) => describeJson(card[name]) === describeJson(cardMembers[name]),
    ) &&
    interfaces.length > 0 &&
    interfaces.every(isInterface) &&
    [card, ...listOf(card.skills)].every(({ securityRequirements }) =>
      listOf(securityRequirements).every(({ schemes }) => isObject(schemes)),
    )
  );
}

function isInterface({ url, protocolBinding, protocolVersion }: JsonObject): boolean {
  return URL.canParse(String(url)) && /^[A-Z+]+ \d\.\d$/.test(`${protocolBinding} ${protocolVersion}`);
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value : [];
}
