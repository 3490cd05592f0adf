import { isObject, type JsonObject } from "../json.ts";

/*
 * Security as A2A 0.3 and the flat cards write it, in the manner of OpenAPI: `{type: "http", …}` and `[{name: [scopes]}]`. A2A 1.0 has the
 * same facts as oneof wrappers and StringLists (§4.5).
 */

const wrappers: Readonly<Record<string, string>> = {
  apiKey: "apiKeySecurityScheme",
  http: "httpAuthSecurityScheme",
  oauth2: "oauth2SecurityScheme",
  openIdConnect: "openIdConnectSecurityScheme",
  mutualTLS: "mtlsSecurityScheme",
};

/** Ours is a oneof: of several flows the one that comes first here is taken. */
const flowOrder = ["authorizationCode", "clientCredentials", "deviceCode", "implicit", "password"];

/** A scheme in canonical form; one that is canonical already, or of no known type, comes back as it is. */
export function wrapScheme(scheme: unknown): unknown {
  const wrapper = isObject(scheme) && typeof scheme.type === "string" ? wrappers[scheme.type] : undefined;
  if (!isObject(scheme) || wrapper === undefined) return scheme;
  const { type: _, in: location, flows, ...rest } = scheme;
  const flow = isObject(flows) ? flowOrder.find((name) => name in flows) : undefined;
  return {
    [wrapper]: {
      ...rest,
      ...(location !== undefined && { location }),
      ...(isObject(flows) && { flows: flow === undefined ? {} : { [flow]: flows[flow] } }),
    },
  };
}

export function unwrapScheme(scheme: JsonObject): JsonObject {
  const type = Object.keys(wrappers).find((name) => isObject(scheme[wrappers[name] ?? ""]));
  const inner = scheme[wrappers[type ?? ""] ?? ""];
  if (type === undefined || !isObject(inner)) return scheme;
  const { location, ...rest } = inner;
  return { type, ...(location !== undefined && { in: location }), ...rest };
}

/** `{bearer: []}` → `{schemes: {bearer: {list: []}}}`. */
export function wrapRequirement(requirement: unknown): unknown {
  if (!isObject(requirement) || isObject(requirement.schemes)) return requirement;
  return { schemes: mapValues(requirement, (list) => ({ list })) };
}

export function unwrapRequirement({ schemes }: JsonObject): JsonObject {
  return mapValues(isObject(schemes) ? schemes : {}, (scopes) => (isObject(scopes) && scopes.list) || []);
}

export function mapValues(object: JsonObject, change: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
