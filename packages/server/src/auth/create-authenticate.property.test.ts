import fc from "fast-check";
import { expect, test } from "vitest";
import { authenticationRequest } from "../testing/authentication-request.ts";
import { apiKeys } from "./api-keys.ts";
import { createAuthenticate } from "./create-authenticate.ts";
import { basic, bearer } from "./http-schemes.ts";
import { jwt } from "./jwt.ts";
import { mutualTls } from "./mutual-tls.ts";

const securitySchemes = {
  key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
  param: { apiKeySecurityScheme: { location: "query", name: "k" } },
  session: { apiKeySecurityScheme: { location: "cookie", name: "sid" } },
  password: { httpAuthSecurityScheme: { scheme: "Basic" } },
  token: { httpAuthSecurityScheme: { scheme: "Bearer" } },
  company: { openIdConnectSecurityScheme: { openIdConnectUrl: "https://login.example" } },
  tls: { mtlsSecurityScheme: {} },
};
const secret = crypto.randomUUID();
const authenticate = createAuthenticate(
  { securitySchemes, securityRequirements: Object.keys(securitySchemes).map((name) => ({ schemes: { [name]: {} } })) },
  {
    verify: {
      key: apiKeys([{ secret, owner: "a" }]),
      param: apiKeys([{ secret, owner: "a" }]),
      session: apiKeys([{ secret, owner: "a" }]),
      password: basic(() => undefined),
      token: bearer([{ secret, owner: "a" }]),
      company: jwt({ issuer: "https://login.example", audience: "a", jwks: { keys: [] } }),
      tls: mutualTls({ identify: () => undefined }),
    },
    trustedProxies: ["10.0.0.0/8"],
    failures: false,
  },
);

/** Text that looks like credentials now and then. */
const value = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.base64String(),
  fc
    .tuple(
      fc.constantFrom("Bearer", "Basic", "bearer", "Digest", "", "sid=", ":", "a.b.c"),
      fc.constantFrom(" ", "", ",", "\t", "=", ";"),
      fc.oneof(fc.base64String(), fc.string()),
    )
    .map((parts) => parts.join("")),
);
const headers = fc.dictionary(
  fc.constantFrom("authorization", "x-key", "cookie", "client-cert", "x-forwarded-for"),
  value,
);
const query = fc.dictionary(fc.oneof(fc.constantFrom("k", "access_token", "__proto__"), fc.string()), fc.string());
const peer = fc.option(fc.record({ address: fc.oneof(fc.constantFrom("10.0.0.1", "192.0.2.1", "::1"), fc.string()) }), {
  nil: undefined,
});

test("whatever a stranger sends is refused, with a challenge that a header can hold", async () => {
  await fc.assert(
    fc.asyncProperty(headers, query, peer, async (given, params, from) => {
      const request = authenticationRequest({
        headers: given,
        query: new URLSearchParams(params).toString(),
        ...(from !== undefined && { peer: from }),
      });
      expect(await authenticate(request)).toEqual({ status: 401, challenge: expect.stringMatching(/^[\x20-\x7e]+$/) });
    }),
    { numRuns: 2_000 },
  );
});
