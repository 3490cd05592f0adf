import { isObject } from "@a2akit/protocol";
import type { SecurityRequirement, SecurityScheme } from "@a2akit/types";
import type { CardSecurity } from "./create-authenticate.ts";
import type { Verifier } from "./verifier.ts";

const FORM = "{ schemes: { name: { list: [scope] } } } (A2A §4.5)";

type Verifiers = Readonly<Record<string, Verifier>>;

/** Every scheme has a verifier that fits, and every name that is used is that of a scheme. @throws TypeError that says which is not so */
export function requireVerifiers(
  { securitySchemes = {}, securityRequirements = [] }: CardSecurity,
  verify: Verifiers,
): void {
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    const fault = faultOf(scheme, Object.hasOwn(verify, name) ? verify[name] : undefined);
    if (fault !== undefined) throw new TypeError(`securitySchemes.${name} ${fault}`);
  }
  const isScheme = (name: string): boolean => Object.hasOwn(securitySchemes, name);
  const orphan = Object.keys(verify).find((name) => !isScheme(name));
  if (orphan !== undefined) throw new TypeError(`verify.${orphan}: the card has no such security scheme`);
  for (const [index, requirement] of securityRequirements.entries()) {
    const fault = faultOfRequirement(requirement);
    if (fault !== undefined) throw new TypeError(`securityRequirements[${index}] ${fault}: ${FORM}`);
  }
  const required = securityRequirements.flatMap(({ schemes = {} }) => Object.keys(schemes));
  const missing = required.find((name) => !isScheme(name));
  if (missing !== undefined)
    throw new TypeError(`securityRequirements name ${missing}, which is no security scheme of the card`);
}

/**
 * A requirement in the manner of OpenAPI and A2A 0.3, `{ key: [] }`, would be one without schemes, which lets everybody in, and a list in place of
 * `{ list }` one without scopes.
 */
function faultOfRequirement(requirement: SecurityRequirement): string | undefined {
  if (!isObject(requirement)) return "must be an object";
  const stranger = Object.keys(requirement).find((member) => member !== "schemes");
  if (stranger !== undefined) return `has ${stranger}, where there is only schemes`;
  const isScopes = (value: unknown): boolean =>
    isObject(value) && (value.list === undefined || Array.isArray(value.list));
  const wrong = Object.entries(requirement.schemes ?? {}).find(([, scopes]) => !isScopes(scopes));
  return wrong && `must have an object with a list at schemes.${wrong[0]}`;
}

function faultOf(scheme: SecurityScheme, verifier: Verifier | undefined): string | undefined {
  if (verifier === undefined) return "has no verifier: give `verify` one of this name";
  const [kind] = verifier.kinds.filter((each) => scheme[each] !== undefined);
  if (kind === undefined) return `is ${Object.keys(scheme).join()}, which its verifier cannot check`;
  const { apiKeySecurityScheme: key, httpAuthSecurityScheme: http } = scheme;
  if (key !== undefined && !["header", "query", "cookie"].includes(key.location))
    return `has its key in ${key.location}, which is neither header nor query nor cookie`;
  const { httpScheme } = verifier;
  const isOther = http !== undefined && httpScheme !== undefined && http.scheme.toLowerCase() !== httpScheme;
  return isOther ? `is HTTP ${http.scheme}, and its verifier is for ${httpScheme}` : undefined;
}
