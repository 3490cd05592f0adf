import { requirements } from "@a2akit/conformance/requirements";

interface Known {
  readonly section: string;
  readonly level: "MUST" | "SHOULD";
  readonly text: string;
}

/** What a caller needs and no requirement on a server's behaviour says. */
const more: Readonly<Record<string, Known>> = {
  "card-schema": {
    section: "4.4.1",
    level: "MUST",
    text: "The card has every required member, and each member is of its type.",
  },
  "card-shape": { section: "4.4.1", level: "MUST", text: "The card lists its endpoints in supportedInterfaces." },
  "card-version": { section: "4.4.6", level: "MUST", text: "An interface of the card speaks version 1.0." },
  "card-usable": {
    section: "8.3.1",
    level: "MUST",
    text: "The card names an endpoint over JSON-RPC that its readers can reach.",
  },
  "card-tls": { section: "7.1", level: "MUST", text: "Endpoints on the internet are https." },
  "card-schemes": {
    section: "4.5",
    level: "MUST",
    text: "Every scheme that a security requirement names is one of the card.",
  },
  "endpoint-answers": { section: "8.3.1", level: "MUST", text: "The endpoint that the card names answers." },
  "auth-challenge": { section: "7.4", level: "SHOULD", text: "A 401 says in WWW-Authenticate what would be accepted." },
};

const known: ReadonlyMap<string, Known> = new Map([
  ...requirements.map((row) => [row.id, row] as const),
  ...Object.entries(more),
]);

/** Section, level and text of a requirement. @throws Error for an id that is none. */
export function requirementOf(id: string): Known {
  const found = known.get(id);
  if (!found) throw new Error(`There is no requirement ${id}`);
  return found;
}
