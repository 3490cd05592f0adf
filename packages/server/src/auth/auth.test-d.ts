import type { AgentCard } from "@a2akit/types";
import { apiKeys, bearer, createAuthenticate, type Verifier } from "./auth.ts";
import type { Authenticate } from "./authenticate.ts";

const key = apiKeys([{ secret: "s", owner: "o" }]);
const token = bearer([{ sha256: "0".repeat(64), owner: "o" }]);
const card = {
  securitySchemes: {
    key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
    token: { httpAuthSecurityScheme: { scheme: "Bearer" } },
  },
  securityRequirements: [{ schemes: { key: {} } }],
};

// What an operator may write.
export const hooks = (other: AgentCard): Authenticate[] => [
  createAuthenticate(card, { verify: { key, token } }),
  // The schemes of a card that comes from elsewhere are known when it is there.
  createAuthenticate(other, { verify: { any: key } }),
];

// What the compiler stops.
export const wrong = (): (Authenticate | Verifier)[] => [
  // @ts-expect-error each scheme of the card has a verifier
  createAuthenticate(card, { verify: { key } }),
  // @ts-expect-error and each verifier a scheme
  createAuthenticate(card, { verify: { key, token, other: key } }),
  // @ts-expect-error a secret is itself or its hash, not both
  apiKeys([{ secret: "s", sha256: "", owner: "o" }]),
  // @ts-expect-error nor neither
  apiKeys([{ owner: "o" }]),
];
