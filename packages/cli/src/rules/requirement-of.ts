import { requirements } from "@a2akit/conformance/requirements";

/** What a caller needs and no requirement on a server's behaviour says. */
const more: Readonly<Record<string, readonly [section: string, text: string]>> = {
  "card-schema": ["4.4.1", "The card has every required member, and each member is of its type."],
  "card-shape": ["4.4.1", "The card lists its endpoints in supportedInterfaces."],
  "card-version": ["4.4.6", "An interface of the card speaks version 1.0."],
  "card-usable": ["8.3.1", "The card names an endpoint over JSON-RPC that its readers can reach."],
  "card-tls": ["7.1", "Endpoints on the internet are https."],
  "card-schemes": ["4.5", "Every scheme that a security requirement names is one of the card."],
  "endpoint-answers": ["8.3.1", "The endpoint that the card names answers."],
  "auth-challenge": ["7.4", "A 401 says in WWW-Authenticate what would be accepted."],
};

const known = new Map(requirements.map(({ id, section, text }) => [id, { section, text }]));

/** Section and text of a requirement. @throws Error for an id that is none. */
export function requirementOf(id: string): { readonly section: string; readonly text: string } {
  const [section, text] = (Object.hasOwn(more, id) && more[id]) || [];
  const found = section !== undefined && text !== undefined ? { section, text } : known.get(id);
  if (!found) throw new Error(`There is no requirement ${id}`);
  return found;
}
