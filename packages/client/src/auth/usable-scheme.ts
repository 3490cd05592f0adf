import { isObject } from "@a2akit/protocol";
import type { SecurityScheme } from "@a2akit/types";

/** What a scheme of a kind must say for a credential to be placed by it; a kind that is not here says nothing that matters. */
const rules: Readonly<Record<string, (scheme: Readonly<Record<string, unknown>>) => boolean>> = {
  apiKeySecurityScheme: ({ location, name }) =>
    typeof name === "string" && (location === "query" || (typeof location === "string" && TOKEN.test(name))),
  httpAuthSecurityScheme: ({ scheme }) => typeof scheme === "string",
  oauth2SecurityScheme: ({ flows }) => isObject(flows),
};

/** What may be the name of a header or a cookie (RFC 9110 §5.6.2). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Whether a scheme is one that can be followed: cards are strangers' documents, whose members are taken on trust elsewhere. */
export function isUsable(scheme: SecurityScheme | undefined): scheme is SecurityScheme {
  return (
    isObject(scheme) &&
    Object.entries(scheme).every(
      ([kind, value]) => !Object.hasOwn(rules, kind) || (isObject(value) && rules[kind]?.(value)),
    )
  );
}
