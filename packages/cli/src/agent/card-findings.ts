import { formatPath } from "@a2akit/protocol";
import { AgentCardSchema } from "@a2akit/schemas";

/** What is wrong with a card, where, and by which section of A2A. */
export interface CardFinding {
  /** `skills[0].tags`, or `(root)`. */
  readonly path: string;
  readonly message: string;
  /** Such as `A2A §4.4.5`. */
  readonly section: string;
}

/** Members by the section that describes what is in them, the innermost first: the last member of a path that is a key here decides. */
const SECTIONS: Readonly<Record<string, string>> = {
  provider: "4.4.2",
  capabilities: "4.4.3",
  extensions: "4.4.4",
  skills: "4.4.5",
  supportedInterfaces: "4.4.6",
  signatures: "4.4.7",
  securitySchemes: "4.5.1",
  apiKeySecurityScheme: "4.5.2",
  httpAuthSecurityScheme: "4.5.3",
  oauth2SecurityScheme: "4.5.4",
  openIdConnectSecurityScheme: "4.5.5",
  mtlsSecurityScheme: "4.5.6",
  flows: "4.5.7",
};

/** Checks a card as it was served against the schema of A2A 1.0 (CARD_GET_002). */
export function cardFindings(card: unknown): CardFinding[] {
  const parsed = AgentCardSchema.safeParse(card);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => ({
    path: formatPath(path, { value: card }) || "(root)",
    message,
    section: `A2A §${sectionOf(path)}`,
  }));
}

/** A member that is missing altogether is its owner's fault. */
function sectionOf(path: readonly PropertyKey[]): string {
  const owners = path.slice(0, -1).map(String);
  const owner = owners.findLast((name) => Object.hasOwn(SECTIONS, name));
  return (owner !== undefined && SECTIONS[owner]) || "4.4.1";
}
