import type { Report } from "../findings.ts";
import { at, entries, fromEntries, isObject, type JsonObject, type Open, strings } from "../json.ts";
import { join } from "../pointer.ts";
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
export function readSecurity(document: JsonObject, rpc: Rpc, report: Report): Security | undefined {
  const place = "/components/securitySchemes";
  const schemes = entries(at(document, "components", "securitySchemes")).flatMap(([name, written]) => {
    const scheme = toCanonical(deref(document, written), (message) =>
      report("facts-disagree", join(place, name), message),
    );
    return scheme ? [[name, scheme] as const] : [];
  });
  const [stated, pointer] = rpc.operation.security
    ? [rpc.operation.security, join(rpc.pointer, "security")]
    : [document.security, "/security"];
  if (schemes.length === 0 || !Array.isArray(stated)) return undefined;
  const known = fromEntries(schemes);
  const requirements = stated.map((requirement: unknown, i) => ({
    schemes: fromEntries(
      entries(requirement).map(([name, scopes]) => {
        if (!Object.hasOwn(known, name))
          report("facts-disagree", join(pointer, i, name), `there is no security scheme ${name}`);
        return [name, strings(scopes).length > 0 ? { list: strings(scopes) } : {}] as const;
      }),
    ),
  }));
  return { schemes: known, requirements };
}

function toCanonical(scheme: unknown, doubt: (message: string) => void): Open | undefined {
  if (!isObject(scheme)) return undefined;
  const kind = kinds[String(scheme.type)];
  if (!kind) return undefined;
  const fields = { description: "description", ...kind.fields };
  const pairs = Object.entries(fields).flatMap(([to, from]) => {
    if (scheme[from] === undefined) return [];
    return [[to, from === "flows" ? oneFlow(scheme[from], doubt) : scheme[from]] as const];
  });
  return { [kind.member]: fromEntries(pairs) };
}

/** A canonical scheme has one flow, where OpenAPI takes several; the name of one of them differs. */
function oneFlow(flows: unknown, doubt: (message: string) => void): Open {
  const [first, ...others] = entries(flows);
  if (!first) return {};
  const [name, flow] = first;
  if (others.length > 0) doubt(`of several flows only ${name} is taken, since A2A has one per scheme`);
  return { [name === "deviceAuthorization" ? "deviceCode" : name]: flow };
}
