import type { AgentCard, SecurityScheme } from "@a2akit/types";

/** What a challenge says beside the scheme: RFC 6750 §3.1. */
export interface ChallengeDetail {
  readonly error?: "invalid_token" | "insufficient_scope";
  readonly scope?: string;
}

/** RFC 9110 §11.6.1: a 401 names what would be accepted. Without any scheme of HTTP: `Bearer`. */
export function challengeOf(
  { securitySchemes = {} }: Pick<AgentCard, "securitySchemes">,
  detail: ChallengeDetail = {},
): string {
  const challenges = Object.values(securitySchemes).flatMap((scheme) => schemeChallenge(scheme, detail));
  return [...new Set(challenges)].join(", ") || bearer("Bearer", detail);
}

function schemeChallenge(scheme: SecurityScheme, detail: ChallengeDetail): string[] {
  const { httpAuthSecurityScheme: http, apiKeySecurityScheme: key, mtlsSecurityScheme } = scheme;
  if (key !== undefined) return [`ApiKey ${key.location}=${quote(key.name)}`];
  // A certificate is asked for by TLS, not by HTTP.
  if (mtlsSecurityScheme !== undefined) return [];
  const name = http?.scheme ?? "Bearer";
  // RFC 7617 §2: Basic has a realm.
  if (/^basic$/i.test(name)) return ['Basic realm="A2A", charset="UTF-8"'];
  return [/^bearer$/i.test(name) ? bearer(name, detail) : name];
}

function bearer(name: string, { error, scope }: ChallengeDetail): string {
  const parameters = [
    ...(error === undefined ? [] : [`error=${quote(error)}`]),
    ...(scope === undefined ? [] : [`scope=${quote(scope)}`]),
  ];
  return parameters.length === 0 ? name : `${name} ${parameters.join(", ")}`;
}

/** RFC 9110 §5.6.4. What cannot stand in a header is left out. */
function quote(text: string): string {
  return `"${text.replace(/[^\t\x20-\x7e]/g, "").replace(/["\\]/g, "\\$&")}"`;
}
