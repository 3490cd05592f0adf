import { createHash, timingSafeEqual } from "node:crypto";
import type { Dialect } from "@a2akit/protocol";
import type { Authenticate } from "@a2akit/server";

/** Whom the tasks of callers with the demo key belong to. */
const OWNER = "demo";

/**
 * Lets in callers who send `key` where the dialect's security asks for an API key; undefined for a dialect that asks for nothing.
 *
 * @throws TypeError for a dialect whose security is anything but an API key in a header
 */
export function requireApiKey({ name, security }: Dialect, key: string): Authenticate | undefined {
  if (security === undefined) return undefined;
  const [scheme, ...others] = Object.values(security.schemes);
  const header = scheme?.apiKeySecurityScheme?.location === "header" ? scheme.apiKeySecurityScheme.name : undefined;
  if (header === undefined || others.length > 0)
    throw new TypeError(`${name}: only an API key in a header is supported`);
  const expected = digest(key);
  return async (request) => {
    const sent = request.header(header.toLowerCase());
    return sent !== undefined && timingSafeEqual(digest(sent), expected)
      ? { owner: OWNER, tenant: "" }
      : { status: 401 };
  };
}

/** Digests have one length, so that comparing takes the same time whatever was sent. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
