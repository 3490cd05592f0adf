import { createHash, timingSafeEqual } from "node:crypto";
import type { Authenticate, Caller } from "@a2akit/server";
import type { AgentCard, SecurityScheme } from "@a2akit/types";
import { usageError } from "../cli-error.ts";

/** The credentials that callers must send; without any, everybody is let in. */
export interface Keys {
  readonly "api-key"?: string | undefined;
  readonly bearer?: string | undefined;
}

/** All callers are one, who is known: a mock has nothing to hide from anybody whom it lets in. */
export const EVERYBODY: Caller = { owner: "everybody", tenant: "" };

type Places = Parameters<Authenticate>[0];
/** Reads a credential of one scheme out of a request. */
type Read = (request: Places) => string | undefined;

const readers: Readonly<Record<string, (name: string) => Read>> = {
  header: (name) => (request) => request.header(name.toLowerCase()),
  query: (name) => (request) => request.query.get(name) ?? undefined,
  cookie: (name) => (request) =>
    new Map((request.header("cookie") ?? "").split(";").map((pair) => pair.trim().split("=") as [string, string])).get(
      name,
    ),
};

const readBearer: Read = (request) => /^Bearer +(.+)$/i.exec(request.header("authorization") ?? "")?.[1];

/**
 * Lets in who sends one of the keys where the security schemes say; undefined where no key is asked for.
 *
 * @throws CliError A2ACLI_ERR_USAGE for a key that no scheme takes.
 */
export function requireKeys(keys: Keys, schemes: AgentCard["securitySchemes"] = {}): Authenticate | undefined {
  const all = Object.values(schemes);
  const checks = OPTIONS.flatMap((option) => {
    const key = keys[option];
    if (key === undefined) return [];
    const reads = all.flatMap(readersOf[option]);
    if (reads.length === 0) throw usageError(`--${option}: no security scheme of what is mocked takes one`);
    const expected = digest(key);
    return reads.map((read) => (request: Places) => {
      const sent = read(request);
      return sent !== undefined && timingSafeEqual(digest(sent), expected);
    });
  });
  if (checks.length === 0) return undefined;
  return async (request) => (checks.some((check) => check(request)) ? EVERYBODY : { status: 401 });
}

function readApiKey({ apiKeySecurityScheme }: SecurityScheme): Read[] {
  const reader = apiKeySecurityScheme && readers[apiKeySecurityScheme.location];
  return reader ? [reader(apiKeySecurityScheme.name)] : [];
}

function readToken({
  httpAuthSecurityScheme,
  oauth2SecurityScheme,
  openIdConnectSecurityScheme,
}: SecurityScheme): Read[] {
  const isBearer = httpAuthSecurityScheme?.scheme.toLowerCase() === "bearer";
  return isBearer || oauth2SecurityScheme || openIdConnectSecurityScheme ? [readBearer] : [];
}

const OPTIONS = ["api-key", "bearer"] as const;

const readersOf: Readonly<Record<keyof Keys, (scheme: SecurityScheme) => Read[]>> = {
  "api-key": readApiKey,
  bearer: readToken,
};

/** Digests have one length, so that comparing takes the same time whatever was sent. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
