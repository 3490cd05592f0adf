import { generateKeyPairSync } from "node:crypto";
import type { CardOptions, HandlerOptions, Limits, TaskStore, Timing } from "@a2akit/server";
import { bearer, createAuthenticate } from "@a2akit/server/auth";
import { createPushSender } from "@a2akit/server/node";
import { signAgentCard } from "@a2akit/server/sign-card";
import type { StoreOptions } from "./test-store.ts";

/** The servers that the cases of the suite ask for. */
export type Variant = "A" | "B" | "C" | "D" | "E";

/** What a check may set differently from the defaults. */
export interface Settings {
  readonly limits?: Partial<Limits>;
  readonly timing?: Partial<Timing>;
  readonly storeOptions?: StoreOptions;
  /** Wraps the store, or puts another one in its place. */
  readonly store?: (store: TaskStore) => TaskStore;
}

const base = {
  name: "Scripted agent",
  description: "Does what the first text part of a message says",
  version: "1.0.0",
  defaultInputModes: ["text/plain", "application/json"],
  defaultOutputModes: ["text/plain", "application/json"],
  skills: [{ id: "script", name: "Script", description: "message:T, throw or task:S1;S2;…", tags: ["test"] }],
  securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
} satisfies Omit<CardOptions, "capabilities">;

const open = { streaming: true, pushNotifications: true };
const required = [{ uri: "https://example.com/ext/v1", required: true }];

/**
 * The card of each variant; A is the default, B lacks what can be lacking, C has a required extension, D is A with strict webhooks, E has all
 * that is about who may do what.
 */
const cards: Readonly<Record<Variant, CardOptions>> = {
  A: { ...base, capabilities: open },
  B: { ...base, capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: true } },
  C: { ...base, capabilities: { ...open, extensions: required } },
  D: { ...base, capabilities: open },
  E: { ...base, capabilities: { ...open, extendedAgentCard: true } },
};

const LOOPBACK = ["127.0.0.0/8", "::1", "localhost"];

/** What signs the card of variant E. */
export const cardKeys = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Bob may not cancel, the extended card says for whom it is, and cards are signed. */
const restricted: Pick<HandlerOptions, "authorize" | "extendedCard" | "signCard" | "baseUrl"> = {
  authorize: ({ method, caller }) => !(method === "CancelTask" && caller.owner === "bob"),
  extendedCard: ({ owner }) => ({ description: `For ${owner}` }),
  signCard: (card) => signAgentCard(card, { key: cardKeys.privateKey, alg: "ES256", kid: "card-1" }),
  baseUrl: "https://agent.example",
};

/** The bearer tokens `alice` and `bob` are two users; no credential is the anonymous caller. The suite guesses a lot. */
const authenticate = createAuthenticate(base, {
  verify: {
    bearer: bearer([
      { secret: "alice", owner: "alice" },
      { secret: "bob", owner: "bob" },
    ]),
  },
  failures: false,
});

/** The handler of a variant, but for agent and store. Webhooks may be private ones but for D, and none where the card has no such capability. */
export function optionsOf(variant: Variant): Omit<HandlerOptions, "agent"> {
  const hasPush = cards[variant].capabilities?.pushNotifications === true;
  return {
    card: cards[variant],
    authenticate,
    ...(hasPush && { push: createPushSender(variant === "D" ? {} : { allow: LOOPBACK }) }),
    ...(variant === "E" && restricted),
  };
}

export const variants = Object.keys(cards);

export function isVariant(name: string): name is Variant {
  return Object.hasOwn(cards, name);
}
