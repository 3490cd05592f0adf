import {
  ANONYMOUS,
  type Authenticate,
  type CardOptions,
  type Limits,
  type PushNotificationSender,
  type TaskStore,
  type Timing,
} from "@a2akit/server";
import { createPushSender } from "@a2akit/server/node";
import type { StoreOptions } from "./stores.ts";

/** The servers that the cases of the suite ask for. */
export type Variant = "A" | "B" | "C" | "D";

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

/** The card of each variant; A is the default, B lacks what can be lacking, C has a required extension, D is A with strict webhooks. */
export const cards: Readonly<Record<Variant, CardOptions>> = {
  A: { ...base, capabilities: open },
  B: { ...base, capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: true } },
  C: { ...base, capabilities: { ...open, extensions: required } },
  D: { ...base, capabilities: open },
};

const LOOPBACK = ["127.0.0.0/8", "::1", "localhost"];

/** Who takes frames to webhooks: to private ones, too, but for D; nobody where the card has no push notifications. */
export function senderOf(variant: Variant): { readonly push?: PushNotificationSender } {
  if (cards[variant].capabilities?.pushNotifications !== true) return {};
  return { push: createPushSender(variant === "D" ? {} : { allow: LOOPBACK }) };
}

const USERS: ReadonlySet<string> = new Set(["alice", "bob"]);

/** The bearer tokens `alice` and `bob` are two users; no credential is the anonymous caller. */
export const authenticate: Authenticate = async ({ header }) => {
  const authorization = header("authorization");
  if (authorization === undefined) return ANONYMOUS;
  const user = /^bearer (.*)$/i.exec(authorization)?.[1] ?? "";
  return USERS.has(user) ? { owner: user, tenant: "" } : { status: 401 };
};
