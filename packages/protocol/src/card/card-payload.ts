import { canonicalJson } from "../codec/canonical-json.ts";
import { type Field, planOf } from "../codec/field-plan.ts";
import { cardFields } from "../gen/card-fields.ts";
import { isObject, type JsonObject } from "../json.ts";
import { readCard } from "./read-card.ts";

/**
 * What a signature of an Agent Card signs (A2A §8.4.1), as text: canonical JSON of the card without `signatures`. Optional members at their
 * default are left out – but for those whose presence is tracked, such as `streaming: false` – and required ones that were left out are put
 * in. Members that A2A does not know stay. Signer and verifier give the card as it is served, not as `decodeCard` completes it; a flat card
 * carries no signatures.
 *
 * @throws TypeError for a card that is no object, and what `canonicalJson` refuses.
 */
export function cardPayload(card: unknown): string {
  const { signatures: _, ...signed } = objectOf(card);
  // What nests deeper than is allowed must not be walked into by what recurses without a count.
  canonicalJson(signed);
  return canonicalJson(present("AgentCard", objectOf(readCard(signed))));
}

function objectOf(card: unknown): JsonObject {
  if (!isObject(card)) throw new TypeError("An Agent Card must be an object (A2A §8.4.1)");
  return card;
}

/** The REQUIRED members of a2a.proto that have a default in JSON; a test compares them with the specification's file. */
const required: Readonly<Record<string, readonly string[]>> = {
  AgentCard: "name description supportedInterfaces version defaultInputModes defaultOutputModes skills".split(" "),
  AgentInterface: ["url", "protocolBinding", "protocolVersion"],
  AgentProvider: ["url", "organization"],
  AgentSkill: ["id", "name", "description", "tags"],
  APIKeySecurityScheme: ["location", "name"],
  HTTPAuthSecurityScheme: ["scheme"],
  OpenIdConnectSecurityScheme: ["openIdConnectUrl"],
  AuthorizationCodeOAuthFlow: ["authorizationUrl", "tokenUrl", "scopes"],
  ClientCredentialsOAuthFlow: ["tokenUrl", "scopes"],
  DeviceCodeOAuthFlow: ["deviceAuthorizationUrl", "tokenUrl", "scopes"],
};

/** A message as its signature sees it. */
function present(type: string, value: unknown): unknown {
  const plan = planOf(type, [cardFields]);
  if (plan === undefined || !isObject(value)) return value;
  const needed = required[type] ?? [];
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const field = plan.get(name);
    if (field === undefined) return [[name, member]];
    const drop = isDefault(field, member) && !field.tracked && !needed.includes(name);
    return drop ? [] : [[name, memberOf(field, member)]];
  });
  const missing = needed.filter((name) => value[name] === undefined);
  return Object.fromEntries([...kept, ...missing.map((name) => [name, defaultOf(plan.get(name))])]);
}

function memberOf({ shape, type }: Field, value: unknown): unknown {
  if (shape === "list" && Array.isArray(value)) return value.map((item) => present(type, item));
  if (shape !== "map" || !isObject(value)) return present(type, value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, present(type, item)]));
}

/** A message that is there, even an empty one, is no default: protocol buffers track its presence. */
function isDefault({ shape, isText, type }: Field, value: unknown): boolean {
  if (shape === "list") return Array.isArray(value) && value.length === 0;
  if (shape === "map") return isObject(value) && Object.keys(value).length === 0;
  return isText ? value === "" : type === "boolean" && value === false;
}

function defaultOf(field: Field | undefined): unknown {
  if (field?.isText) return "";
  return field?.shape === "map" ? {} : [];
}
