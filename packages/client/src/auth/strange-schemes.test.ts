import type { AgentCard } from "@a2akit/types";
import { expect, test } from "vitest";
import { connect } from "../connect.ts";
import { testCard } from "../fixtures.test-helper.ts";
import { apiKey } from "./api-key.ts";
import type { Auth } from "./authorize.ts";
import { basic } from "./basic.ts";
import { bearer } from "./bearer.ts";
import { clientCredentials } from "./client-credentials.ts";
import { deviceCode } from "./device-code.ts";

/** The credentials, which take what a scheme says of itself. */
const credentials: Readonly<Record<string, Auth>> = {
  "an API key": apiKey("k"),
  "user and password": basic("u", "p"),
  "a bearer token": bearer("t"),
  "client credentials": clientCredentials({ clientId: "c", clientSecret: "s" }),
  "a device code": deviceCode({ clientId: "c", prompt: () => {} }),
};
const odd: readonly unknown[] = [
  null,
  "x",
  [],
  { apiKeySecurityScheme: null },
  { apiKeySecurityScheme: { location: "header" } },
  { apiKeySecurityScheme: { location: "header", name: 5 } },
  { apiKeySecurityScheme: { location: "header", name: "no header" } },
  { apiKeySecurityScheme: { location: {}, name: "X" } },
  { httpAuthSecurityScheme: {} },
  { httpAuthSecurityScheme: { scheme: ["basic"] } },
  { oauth2SecurityScheme: {} },
  { oauth2SecurityScheme: { flows: null } },
];

/** What a stranger's card may say. */
const connected = (card: object, auth: Auth) =>
  connect({ card: testCard(card as Partial<AgentCard>), shape: "interfaces" }, { auth });

test.each(odd.flatMap((scheme) => Object.keys(credentials).map((name) => [scheme, name] as const)))(
  "by a scheme that is %j nobody places %s, and the error says so",
  (scheme, name) => {
    const auth = credentials[name] ?? [];
    expect(() => connected({ securitySchemes: { odd: scheme } }, auth as Auth)).toThrow(
      expect.objectContaining({ name: "UnauthenticatedError" }),
    );
  },
);

test.each(["client credentials", "a device code"])("flows without URLs are none for %s", (name) => {
  const flows = { clientCredentials: { tokenUrl: {} }, deviceCode: 5 };
  const card = { securitySchemes: { odd: { oauth2SecurityScheme: { flows } } } };
  expect(() => connected(card, credentials[name] as Auth)).toThrow(
    expect.objectContaining({ name: "UnauthenticatedError" }),
  );
});

test("the error names the scheme", () => {
  expect(() => connected({ securitySchemes: { odd: null } }, bearer("t"))).toThrow("it states: odd (malformed)");
});

test("a scheme that can be followed is, beside others and requirements that cannot", async () => {
  const securitySchemes = { odd: null, key: { apiKeySecurityScheme: { location: "query", name: "any name" } } };
  for (const requirement of [null, 5, { schemes: null }, { schemes: { key: null } }]) {
    expect(() => connected({ securitySchemes, securityRequirements: [requirement] }, apiKey("k"))).not.toThrow();
  }
});
