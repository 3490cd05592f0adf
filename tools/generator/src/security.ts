import { at, entries, fromEntries, isObject, type JsonObject, type Open, strings } from "./json.ts";
import type { Rpc } from "./operations.ts";
import { deref } from "./reference.ts";

export interface Security {
  readonly schemes: Readonly<Record<string, Open>>;
  readonly requirements: readonly {
    readonly schemes: Readonly<Record<string, { readonly list?: readonly string[] }>>;
  }[];
}

/** OpenAPI's `type` → the member of a canonical SecurityScheme (A2A §4.5), and its fields by their OpenAPI names. */
const kinds: Readonly<Record<string, { member: string; fields: Readonly<Record<string, string>> }>> = {
  apiKey: { member: "apiKeySecurityScheme", fields: { location: "in", name: "name" } },
  http: { member: "httpAuthSecurityScheme", fields: { scheme: "scheme", bearerFormat: "bearerFormat" } },
  oauth2: { member: "oauth2SecurityScheme", fields: { flows: "flows", oauth2MetadataUrl: "oauth2MetadataUrl" } },
  openIdConnect: { member: "openIdConnectSecurityScheme", fields: { openIdConnectUrl: "openIdConnectUrl" } },
  mutualTLS: { member: "mtlsSecurityScheme", fields: {} },
};

/** The security that an OpenAPI file states for its JSON-RPC operation; undefined when it states none. */
export function readSecurity(document: JsonObject, rpc: Rpc): Security | undefined {
  const schemes = entries(at(document, "components", "securitySchemes")).flatMap(([name, written]) => {
    const scheme = toCanonical(deref(document, written));
    return scheme ? [[name, scheme] as const] : [];
  });
  const stated = rpc.operation.security ?? document.security;
  if (schemes.length === 0 || !Array.isArray(stated)) return undefined;
  const requirements = stated.map((requirement: unknown) => ({
    schemes: fromEntries(
      entries(requirement).map(
        ([name, scopes]) => [name, strings(scopes).length > 0 ? { list: strings(scopes) } : {}] as const,
      ),
    ),
  }));
  return { schemes: fromEntries(schemes), requirements };
}

function toCanonical(scheme: unknown): Open | undefined {
  if (!isObject(scheme)) return undefined;
  const kind = kinds[String(scheme.type)];
  if (!kind) return undefined;
  const fields = { description: "description", ...kind.fields };
  const pairs = Object.entries(fields).flatMap(([to, from]) =>
    scheme[from] === undefined ? [] : [[to, scheme[from]] as const],
  );
  return { [kind.member]: fromEntries(pairs) };
}
