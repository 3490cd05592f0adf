import type { Dialect } from "@a2akit/protocol";
import type { Authenticate } from "@a2akit/server";
import { apiKeys, createAuthenticate } from "@a2akit/server/auth";

/** Whom the tasks of callers with the demo key belong to. */
const OWNER = "demo";

/**
 * Lets in callers who send `key` where the dialect's security asks for an API key; undefined for a dialect that asks for nothing.
 *
 * @throws TypeError for a dialect whose security is anything but API keys
 */
export function requireApiKey({ security }: Pick<Dialect, "security">, key: string): Authenticate | undefined {
  if (security === undefined) return undefined;
  const known = apiKeys([{ secret: key, owner: OWNER }]);
  const verify = Object.fromEntries(Object.keys(security.schemes).map((name) => [name, known]));
  const { schemes: securitySchemes, requirements } = security;
  return createAuthenticate({ securitySchemes, securityRequirements: [...requirements] }, { verify });
}
