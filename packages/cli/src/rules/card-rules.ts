import { isObject, PROTOCOL_VERSION, parseVersion } from "@a2akit/protocol";
import { cardFindings } from "../agent/card-findings.ts";
import { type RuleRow, skipped } from "./rule.ts";
import type { Seen } from "./seen.ts";
import { camelCased } from "./snake-names.ts";

/** Findings of one rule that are told apart; the rest is counted. */
const MAX_FINDINGS = 10;

const isFlat = ({ card }: Seen) =>
  isObject(card.json) &&
  !Array.isArray(card.json.supportedInterfaces ?? card.json.supported_interfaces) &&
  typeof card.json.url === "string";

/** Members that a flat card writes in its own way; the rule about its shape speaks of them. */
const FLAT = /^(supportedInterfaces|securitySchemes)\b/;

const interfacesOf = ({ card }: Seen) => card.resolved?.card.supportedInterfaces ?? [];

/** The endpoints of a card as they are written in it. */
function urlsIn(json: unknown): string[] {
  if (!isObject(json)) return [];
  const listed = Array.isArray(json.supportedInterfaces) ? json.supportedInterfaces : [];
  return [json, ...listed].flatMap((entry) => (isObject(entry) && typeof entry.url === "string" ? [entry.url] : []));
}

/** What a card says, and how it is served (A2A §4.4, §8). */
export const cardRules = {
  "card-schema": {
    severity: "error",
    costs: "Clients that check cards refuse this one; others fail where they use what is missing.",
    judge(seen) {
      // Their spelling is a rule of its own.
      const found = cardFindings(camelCased(seen.card.json))
        .filter(({ path }) => !(isFlat(seen) && FLAT.test(path)))
        .map(({ path, message }) => `${path}: ${message}`);
      const rest = found.length - MAX_FINDINGS;
      return rest > 0 ? [...found.slice(0, MAX_FINDINGS), `and ${rest} more`] : found;
    },
  },
  "card-shape": {
    severity: "error",
    costs: "Clients of A2A 1.0 find no endpoint, unless they know the flat cards of older versions.",
    judge: (seen) =>
      isFlat(seen)
        ? [`the card has one flat url, ${String((seen.card.json as { url: unknown }).url)}, and no supportedInterfaces`]
        : [],
    facts: () => ({ cardShape: "flat" }),
  },
  "card-version": {
    severity: "error",
    costs: "Clients of A2A 1.0 do not call the agent.",
    judge(seen) {
      const bound = interfacesOf(seen).filter(({ protocolBinding }) => protocolBinding.toUpperCase() === "JSONRPC");
      if (bound.length === 0) return skipped("the card has no JSONRPC interface");
      if (bound.some(({ protocolVersion }) => parseVersion(protocolVersion) === PROTOCOL_VERSION)) return [];
      return [
        `its JSONRPC interfaces speak ${bound.map(({ protocolVersion }) => protocolVersion || "no version").join(", ")}`,
      ];
    },
  },
  "card-usable": {
    severity: "error",
    costs: "Nobody can call the agent by this card.",
    judge({ card, fault }) {
      if (!card.resolved && !fault) return skipped("there is no card");
      // The version has a rule of its own.
      return fault && !fault.isVersion ? [fault.message] : [];
    },
  },
  "card-interfaces": {
    severity: "warning",
    costs: "Clients that do not resolve it against the address of the card cannot call the agent.",
    judge: ({ card }) =>
      urlsIn(card.json)
        .filter((url) => !URL.canParse(url))
        .map((url) => `the URL ${JSON.stringify(url)} is relative`),
  },
  "card-tls": {
    severity: "warning",
    costs: "Whoever is on the way reads what is said, credentials included.",
    judge: (seen) =>
      interfacesOf(seen)
        .filter(
          ({ url }) =>
            /^http:/i.test(url) &&
            !/^http:\/\/(localhost|127\.|\[::1\]|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/i.test(url),
        )
        .map(({ url }) => `${url} is not encrypted`),
  },
  "card-schemes": {
    severity: "error",
    costs: "A caller cannot know which credential is asked for.",
    judge(seen) {
      const { securitySchemes = {}, securityRequirements = [] } = seen.card.resolved?.card ?? {};
      const named = securityRequirements.flatMap(({ schemes }) => Object.keys(schemes ?? {}));
      return [...new Set(named)]
        .filter((name) => !Object.hasOwn(securitySchemes, name))
        .map((name) => `there is no scheme ${name}`);
    },
  },
  "card-well-known": {
    severity: "info",
    costs: "Who knows the host only does not find the card.",
    judge({ card }) {
      const url = card.resolved?.url;
      if (url === undefined) return skipped("the card is a file");
      return new URL(url).pathname.endsWith("/.well-known/agent-card.json") ? [] : [`the card is at ${url}`];
    },
  },
  "card-cached": {
    severity: "info",
    costs: "Every caller fetches the whole card each time.",
    judge({ card: { answer, again } }) {
      if (!answer) return skipped("the card is a file");
      const lacking = ["cache-control", "etag"].filter((name) => !answer.headers.get(name));
      if (lacking.length > 0) return [`the card comes without ${lacking.join(" and ")}`];
      return again && again.status !== 304
        ? [`asked again with its ETag it came with status ${again.status}, not 304`]
        : [];
    },
  },
} as const satisfies Readonly<Record<string, RuleRow>>;
