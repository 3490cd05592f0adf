export { A2AError, isInterrupted, isTerminal, TransportError } from "@a2akit/protocol";
export type {
  AgentCard,
  Artifact,
  Message,
  Method,
  Part,
  SendMessageResponse,
  StreamResponse,
  Task,
  TaskState,
} from "@a2akit/types";
export { apiKey } from "./auth/api-key.ts";
export type { Agent, Auth, Secret } from "./auth/authorize.ts";
export { basic } from "./auth/basic.ts";
export { bearer } from "./auth/bearer.ts";
export { clientCredentials } from "./auth/client-credentials.ts";
export { type DeviceCodeOptions, type DevicePrompt, deviceCode } from "./auth/device-code.ts";
export type { OAuthOptions } from "./auth/oauth2.ts";
export type { Token } from "./auth/token-source.ts";
export { type CardCacheOptions, cacheCards, MAX_CACHED_CARDS } from "./card/cache-cards.ts";
export { MAX_REDIRECTS } from "./card/card-request.ts";
export type { DialectOptions } from "./card/choose-dialect.ts";
export {
  CARD_TIMEOUT,
  MAX_CARD_BYTES,
  type ResolveCardOptions,
  type ResolvedCard,
  resolveCard,
} from "./card/resolve-card.ts";
export type { CallOptions, CallResult, Client, Content, NamedMethods, Params, SendOptions } from "./client.ts";
export { artifactText, collectText, messageText } from "./collect-text.ts";
export { connect } from "./connect.ts";
export { type ConnectOptions, MAX_EVENT_BYTES, MAX_RESPONSE_BYTES } from "./create-agent-client.ts";
export { type ClientOptions, createClient } from "./create-client.ts";
export { injectHeaders } from "./inject-headers.ts";
export { EVENT_LOG_EXTENSION } from "./stream/event-log.ts";
export { collectStream, foldEvent } from "./stream/fold-event.ts";
export { type Resumption, STREAM_GRACE } from "./stream/follow-events.ts";
export type { Fetch } from "./transport/fetch.ts";
export { createJsonRpcTransport, type JsonRpcTransportOptions } from "./transport/json-rpc-transport.ts";
export type { Interceptor, OutgoingCall, Reply, StreamEvent, Transport } from "./transport/transport.ts";
export { MAX_POLL_INTERVAL, POLL_INTERVAL, type WaitOptions, waitForTask } from "./wait-for-task.ts";
export { CALL_TIMEOUT } from "./waiting/deadline.ts";
export { MAX_RETRY_DELAY, RETRY_ATTEMPTS, RETRY_DELAY, type RetryOptions } from "./waiting/retry.ts";
