export {
  type AbortCause,
  type Agent,
  AgentAbort,
  type AgentContext,
  type AgentEvent,
  type AgentReply,
  type ArtifactEvent,
  type Content,
  type StatusEvent,
  type TaskResult,
} from "./agent.ts";
export {
  type AgentEvents,
  type ArtifactOptions,
  artifact,
  authRequired,
  canceled,
  completed,
  failed,
  inputRequired,
  rejected,
  status,
  working,
} from "./agent-events.ts";
export { applyEvent, createFold, type Fold } from "./apply-event.ts";
export type { Authenticate, AuthenticationRequest, Rejection } from "./auth/authenticate.ts";
export type { AuthorizationRequest, Authorize } from "./auth/authorize.ts";
export { ANONYMOUS, type Call, type Caller, type Frame, type Outcome } from "./call-context.ts";
export type { CardOptions, SignCard } from "./card/agent-card.ts";
export { EVENT_LOG_EXTENSION } from "./event-log-extension.ts";
export { type A2AHandler, createA2AHandler, type HandlerOptions } from "./handler.ts";
export type { CorsOptions } from "./http/cors.ts";
export { createFetch } from "./http/fetch.ts";
export { createHealth, type HealthOptions } from "./http/health.ts";
export type { Incoming } from "./http/incoming.ts";
export type { Readiness } from "./http/readiness.ts";
export { DEFAULT_LIMITS, DEFAULT_PAGE_SIZE, DEFAULT_TIMING, type Limits, type Timing } from "./limits.ts";
export { type LogEntry, statusOf } from "./log-entry.ts";
export type { ExtendedCard } from "./methods/agent-card.ts";
export type { Mount } from "./mount.ts";
export type { Audit, AuditEvent } from "./observe/audit.ts";
export type {
  DeliveryFacts,
  ErrorContext,
  Instrumentation,
  Observer,
  Readings,
  RequestFacts,
  RunFacts,
} from "./observe/instrumentation.ts";
export type { Logger } from "./observe/logger.ts";
export type { DeliveryAttempt, PushNotificationSender } from "./push/push-notification-sender.ts";
export type {
  ClaimOptions,
  DeadDelivery,
  DeadPage,
  DeadQuery,
  Delivery,
  DeliveryOutcome,
  OutboxBacklog,
  PushConfig,
  PushStore,
} from "./push-store.ts";
export type { RateLimit, RateLimitRequest } from "./rate-limit/rate-limit.ts";
export type { LostRuns } from "./runs/run-log.ts";
export { createMemoryTaskStore, DEFAULT_MEMORY_LIMITS, type MemoryTaskStoreOptions } from "./stores/memory/memory.ts";
export type {
  Lease,
  Run,
  Scope,
  StartOptions,
  Stored,
  TaskPage,
  TaskStore,
} from "./task-store.ts";
