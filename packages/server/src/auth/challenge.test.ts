import type { SecurityScheme } from "@a2akit/types";
import { expect, it } from "vitest";
import { challengeOf } from "./challenge.ts";

const oauth: SecurityScheme = { openIdConnectSecurityScheme: { openIdConnectUrl: "https://login.example" } };
const key = (name: string): SecurityScheme => ({ apiKeySecurityScheme: { location: "header", name } });

it.each<{ schemes: SecurityScheme[]; want: string }>([
  { schemes: [], want: "Bearer" },
  { schemes: [{ mtlsSecurityScheme: {} }], want: "Bearer" },
  { schemes: [{ httpAuthSecurityScheme: { scheme: "Basic" } }], want: 'Basic realm="A2A", charset="UTF-8"' },
  { schemes: [{ httpAuthSecurityScheme: { scheme: "Digest" } }], want: "Digest" },
  { schemes: [oauth, { httpAuthSecurityScheme: { scheme: "Bearer" } }], want: "Bearer" },
  { schemes: [key("X-Key"), oauth], want: 'ApiKey header="X-Key", Bearer' },
  { schemes: [key('X"\\\r\nEvil: 1ä')], want: 'ApiKey header="X\\"\\\\Evil: 1"' },
])("a 401 asks for $want", ({ schemes, want }) => {
  expect(challengeOf({ securitySchemes: Object.fromEntries(schemes.entries()) })).toBe(want);
});

it("says of Bearer alone what is wrong (RFC 6750 §3.1)", () => {
  const securitySchemes = { key: key("X-Key"), oauth };
  expect(challengeOf({ securitySchemes }, { error: "invalid_token" })).toBe(
    'ApiKey header="X-Key", Bearer error="invalid_token"',
  );
  expect(challengeOf({ securitySchemes }, { error: "insufficient_scope", scope: "a b" })).toBe(
    'ApiKey header="X-Key", Bearer error="insufficient_scope", scope="a b"',
  );
});
