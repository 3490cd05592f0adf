import { a2a } from "@a2akit/protocol/dialects/a2a";
import type { Agent } from "./agent.ts";
import type { Authenticate } from "./auth/authenticate.ts";
import type { Authorize } from "./auth/authorize.ts";
import type { Call, JsonOutcome, Outcome } from "./call-context.ts";
import type { CardOptions, SignCard } from "./card/agent-card.ts";
import { errorOutcome } from "./dispatch/error-outcome.ts";
import { createStreams } from "./dispatch/streams.ts";
import type { BaseUrlOptions } from "./http/base-url.ts";
import { type CorsOptions, shareOutcome } from "./http/cors.ts";
import { createFetch } from "./http/fetch.ts";
import type { Incoming } from "./http/incoming.ts";
import { createPulses, type Pulses } from "./http/pulses.ts";
import { createReadiness, type Readiness } from "./http/readiness.ts";
import { normalisePath } from "./http/route.ts";
import { createRouter } from "./http/router.ts";
import { httpError } from "./http-errors.ts";
import { DEFAULT_LIMITS, type Limits, type Timing, timingOf, withDefaults } from "./limits.ts";
import type { ExtendedCard } from "./methods/agent-card.ts";
import { createCancelTask } from "./methods/cancel-task.ts";
import { createPushMethods } from "./methods/push-notification-configs.ts";
import { createTaskMethods } from "./methods/tasks.ts";
import { type Mount, mountAgents } from "./mount.ts";
import { createObservation, type ObservationOptions } from "./observe/create-observation.ts";
import { createDeliveries } from "./push/deliveries.ts";
import type { PushNotificationSender } from "./push/push-notification-sender.ts";
import { createWebhookGate } from "./push/webhook-gate.ts";
import type { RateLimit } from "./rate-limit/rate-limit.ts";
import { requireOptions } from "./require-options.ts";
import { createJanitor } from "./runs/janitor.ts";
import type { LostRuns } from "./runs/run-log.ts";
import { createRuns } from "./runs/runs.ts";
import { createWaits } from "./runs/waits.ts";
import { createMemoryTaskStore } from "./stores/memory/memory.ts";
import type { TaskStore } from "./task-store.ts";
import { within } from "./within.ts";

export interface HandlerOptions extends BaseUrlOptions, ObservationOptions {
  readonly agent: Agent;
  readonly card: CardOptions;
  /** Default: this process's memory. A store that is given here stays open when the handler closes. */
  readonly store?: TaskStore;
  /** Default: the canonical dialect at `/`. Runs and tasks are shared by all mounts. */
  readonly mounts?: readonly Mount[];
  /** Default: everybody is anonymous, which a card with security requirements does not allow. */
  readonly authenticate?: Authenticate;
  /** Rules beyond whose a task is. Default: none. */
  readonly authorize?: Authorize;
  /** Default: none; `createRateLimit` of `@a2akit/server/rate-limit` is one. */
  readonly rateLimit?: RateLimit;
  /** What GetExtendedAgentCard adds for callers who are known; needs `authenticate`. */
  readonly extendedCard?: ExtendedCard;
  /** Signs the Agent Card, the extended one too (A2A §8.4). Needs `baseUrl`: what a request says of its host must not be signed. */
  readonly signCard?: SignCard;
  /**
   * Push notifications (A2A §3.5.3): who takes them to the webhooks, such as `createPushSender()` of
   * `@a2akit/server/node`. Without one the agent has no such capability.
   */
  readonly push?: PushNotificationSender;
  readonly cors?: CorsOptions;
  /** Seconds for which the Agent Card may be cached; default 300. */
  readonly cardMaxAge?: number;
  readonly limits?: Partial<Limits>;
  /** Milliseconds. */
  readonly timing?: Partial<Timing>;
  /** What becomes of a task whose run died with its process; default "fail". */
  readonly lostRuns?: LostRuns;
}

export interface A2AHandler {
  /** For every Fetch runtime and framework; 404 with a JSON body where no mount is. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** For writers: plain values in and out; `undefined` where no mount is. Never rejects. */
  answer(incoming: Incoming): Promise<Outcome> | undefined;
  /** For writers: an answer about no mount as `cors` lets pages read it; absent without `cors`. */
  readonly share?: (outcome: JsonOutcome, incoming: Incoming) => JsonOutcome;
  /** One JSON-RPC call to the mount at `path` (default: the first), authenticated and read already. */
  dispatch(call: Call, path?: string): Promise<Outcome>;
  /**
   * Begins the work in the background: taking over runs whose process died, forgetting tasks that ended long ago, and
   * delivering to webhooks.
   * `serve` calls it; otherwise the first request does, as some runtimes allow no timers before.
   */
  start(): void;
  /** Whether requests are welcome; for probes, see `createHealth`. Never rejects. */
  readiness(): Promise<Readiness>;
  /** For writers: keeps streams alive, and drops readers that stall. */
  readonly pulses: Pulses;
  /** For writers: tells `onError` of an answer that could not be written. */
  report(this: void, error: unknown): void;
  /**
   * Takes no more calls, lets tasks finish for `timing.closeGrace`, then aborts them and ends the streams, which can be
   * resumed elsewhere where the store is shared. Deliveries to webhooks that are under way then are due again.
   */
  close(): Promise<void>;
}

/**
 * An A2A 1.0 agent as a handler of HTTP requests.
 *
 * @throws RangeError for a limit or time out of range, TypeError for an option that is none, for mounts that share a path, for a card that is none,
 * that requires security, or is extended, without `authenticate`, that is signed without `baseUrl`, and that offers push
 * notifications without `push`.
 */
export function createA2AHandler(options: HandlerOptions): A2AHandler {
  requireOptions(options);
  const limits = withDefaults(DEFAULT_LIMITS, options.limits);
  const timing = timingOf(options.timing);
  const { store = createMemoryTaskStore(), mounts = [{ path: "/", dialect: a2a }], lostRuns = "fail" } = options;
  const { observation, onError, offer } = createObservation(options.card.name, options);
  const runs = createRuns({ ...limits, agent: options.agent, store, timing, lostRuns, onError, observation });
  const streams = createStreams(store, limits);
  const waits = createWaits();
  const requireWebhook = createWebhookGate({ sender: options.push, limits });
  const services = { store, runs, streams, waits, requireWebhook, limits, timing };
  const janitor = createJanitor({ ...services, lostRuns, onError });
  const deliveries = options.push && createDeliveries({ ...services, sender: options.push, onError, observation });
  const { routes, dispatches } = mountAgents(mounts, {
    card: withPush(options.card, options.push),
    authenticate: options.authenticate,
    authorize: options.authorize,
    rateLimit: options.rateLimit,
    signCard: options.signCard,
    extendedCard: options.extendedCard,
    cardMaxAge: options.cardMaxAge ?? DEFAULT_CARD_MAX_AGE,
    methods: { ...createTaskMethods(services), ...createCancelTask(services), ...createPushMethods(services) },
    urls: { baseUrl: options.baseUrl, trustForwarded: options.trustForwarded },
    services,
    onError,
  });
  let closing: Promise<void> | undefined;

  const report = (error: unknown): void => onError(error, {});
  const withdraw = offer(async () => ({
    agent: options.card.name,
    runs: runs.count(),
    streams: streams.count(),
    outbox: await store.push.backlog().catch(() => undefined),
  }));

  function start(): void {
    janitor.start();
    deliveries?.start();
  }

  const accepting = () => closing === undefined;
  const { cors } = options;
  const handler: Omit<A2AHandler, "fetch"> = {
    ...(cors !== undefined && { share: (outcome, incoming) => shareOutcome(cors, outcome, incoming) }),
    answer: createRouter({ routes, cors, observation, accepting, start }),
    async dispatch(call, path) {
      const dispatch = path === undefined ? [...dispatches.values()][0] : dispatches.get(normalisePath(path));
      if (dispatch === undefined) return errorOutcome(httpError("NOT_FOUND"), { dialect: a2a });
      if (!accepting()) return errorOutcome(httpError("UNAVAILABLE"), { dialect: a2a });
      start();
      return dispatch(call);
    },
    readiness: createReadiness({ store, delivers: options.push !== undefined, timing, accepting, onError }),
    pulses: createPulses(timing),
    report,
    start,
    close() {
      closing ??= shutDown();
      return closing;
    },
  };

  async function shutDown(): Promise<void> {
    withdraw();
    const end = Date.now() + timing.closeGrace;
    // First, so that it takes back none of the runs that are left to other processes.
    const swept = janitor.close();
    await within(runs.idle(), timing.closeGrace);
    runs.close();
    await within(runs.idle(), ABORT_GRACE);
    runs.abandon();
    streams.close();
    waits.close();
    await Promise.all([swept, deliveries?.close(Math.max(end - Date.now(), 0))]);
    if (options.store === undefined) await store.close();
  }

  return { ...handler, fetch: createFetch([handler]) };
}

/** The capability follows from the sender, unless the card says that it has none. */
function withPush(card: CardOptions, sender: PushNotificationSender | undefined): CardOptions {
  const { capabilities = {} } = card;
  const { pushNotifications = sender !== undefined } = capabilities;
  if (pushNotifications && sender === undefined) {
    throw new TypeError("The card offers push notifications: give `push`, which delivers them");
  }
  return { ...card, capabilities: { ...capabilities, pushNotifications } };
}

/** Seconds. */
const DEFAULT_CARD_MAX_AGE = 300;

/** Milliseconds in which agents that were aborted by `close()` can still write how they ended. */
const ABORT_GRACE = 250;
