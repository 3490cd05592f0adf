import type { Dialect } from "@a2akit/protocol";
import type { AgentCard } from "@a2akit/types";
import type { Authenticate } from "./auth/authenticate.ts";
import { type Authorize, createRequireAllowed } from "./auth/authorize.ts";
import { challengeOf } from "./auth/challenge.ts";
import { buildCard, type CardOptions, type SignCard, withInterface } from "./card/agent-card.ts";
import { createCardResponse } from "./card/card-response.ts";
import { requireCard } from "./card/require-card.ts";
import { createDispatch, type Dispatch, type DispatchOptions } from "./dispatch/dispatch.ts";
import { createMessageGate } from "./dispatch/gates.ts";
import type { RequestHandler, Services } from "./dispatch/request-handler.ts";
import { type BaseUrlOptions, baseUrlOf } from "./http/base-url.ts";
import { createRpcRoute, normalisePath, type Route, thrownOutcome } from "./http/route.ts";
import { createAgentCardMethods, type ExtendedCard } from "./methods/agent-card.ts";
import { createSendMessage } from "./methods/send-message.ts";
import type { RateLimit } from "./rate-limit/rate-limit.ts";

/** Where the agent answers, and in which dialect. */
export interface Mount {
  /** Path of the JSON-RPC endpoint; its Agent Card is at `<path>/.well-known/agent-card.json`. Default: the dialect's. */
  readonly path?: string;
  readonly dialect: Dialect;
  /** Instead of the handler's, for this mount. */
  readonly authenticate?: Authenticate;
  /** The only tenant here: its card says so, and requests for another one are refused (A2A §4.4.6). Default: requests may name one. */
  readonly tenant?: string;
}

type MountMethod = "SendMessage" | "SendStreamingMessage" | "GetExtendedAgentCard";

export interface MountOptions {
  readonly card: CardOptions;
  readonly authenticate: Authenticate | undefined;
  readonly authorize: Authorize | undefined;
  readonly rateLimit: RateLimit | undefined;
  readonly signCard: SignCard | undefined;
  readonly extendedCard: ExtendedCard | undefined;
  /** Seconds. */
  readonly cardMaxAge: number;
  readonly urls: BaseUrlOptions;
  readonly services: Services;
  /** The methods that are the same on every mount. */
  readonly methods: Omit<RequestHandler, MountMethod>;
  readonly onError: DispatchOptions["onError"];
}

/** What answers at all mounts. */
export interface Mounts {
  /** By path, with and without a slash at the end. */
  readonly routes: ReadonlyMap<string, Route>;
  /** By the path of the mount, in the order of the mounts. */
  readonly dispatches: ReadonlyMap<string, Dispatch>;
}

interface Mounted {
  /** Normalised. */
  readonly path: string;
  readonly dispatch: Dispatch;
  /** By path. */
  readonly routes: Readonly<Record<string, Route>>;
}

const WELL_KNOWN = "/.well-known/agent-card.json";

/** @throws TypeError for mounts that share a path, and what `mountAgent` refuses */
export function mountAgents(mounts: readonly Mount[], options: MountOptions): Mounts {
  const routes = new Map<string, Route>();
  const dispatches = new Map<string, Dispatch>();
  for (const mount of mounts) {
    const { path, dispatch, routes: own } = mountAgent(mount, options);
    if (dispatches.has(path)) throw new TypeError(`Two mounts share the path ${path || "/"}`);
    dispatches.set(path, dispatch);
    for (const [at, route] of Object.entries(own)) routes.set(at, route).set(`${at}/`, route);
  }
  return { routes, dispatches };
}

/**
 * The agent at one path: its JSON-RPC endpoint and its card.
 * @throws TypeError for security that nobody checks, an extended card that nobody can get, and a card that is none
 */
function mountAgent(mount: Mount, options: MountOptions): Mounted {
  const { dialect, authenticate = options.authenticate, tenant = "" } = mount;
  const { services, urls, rateLimit, authorize, signCard, extendedCard, onError } = options;
  const { limits } = services;
  const path = normalisePath(mount.path ?? dialect.rpcPath);
  const shown = path || "/";
  const card = buildCard(options.card, dialect);
  if (authenticate === undefined && (card.securityRequirements?.length ?? 0) > 0) {
    throw new TypeError(`The mount at ${shown} requires security: give \`authenticate\``);
  }
  if (authenticate === undefined && extendedCard !== undefined) {
    throw new TypeError(
      `The extended card is for callers who are known: give \`authenticate\` to the mount at ${shown}`,
    );
  }
  const cardAt = (url: string): AgentCard => withInterface(card, `${url}${shown}`, tenant);
  requireCard(cardAt("https://agent.example"), "card");
  const methods: RequestHandler = {
    ...options.methods,
    ...createAgentCardMethods({ extendedCard, signCard, card: cardAt, baseUrl: (call) => baseUrlOf(call, urls) }),
    ...createSendMessage(services, createMessageGate(card)),
  };
  const dispatch = createDispatch({
    dialect,
    capabilities: card.capabilities,
    methods,
    limits,
    requireAllowed: authorize && createRequireAllowed(authorize, services.store),
    challenge: challengeOf(card),
    tenant,
    onError,
  });
  const report = (error: unknown): void => onError(error, {});
  const { bodyBytes } = limits;
  const maxAge = options.cardMaxAge;
  const answerCard = createCardResponse({ card, dialect, path: shown, maxAge, urls, signCard, tenant });
  return {
    path,
    dispatch,
    routes: {
      [path]: createRpcRoute({ card, dialect, authenticate, rateLimit, dispatch, bodyBytes, report }),
      [`${path}${WELL_KNOWN}`]: {
        allow: ["GET", "HEAD"],
        dialect,
        answer: (incoming) => answerCard(incoming).catch((error) => thrownOutcome(error, { dialect, report })),
      },
    },
  };
}
