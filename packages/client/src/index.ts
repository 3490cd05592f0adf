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
export { apiKey } from "./api-key.ts";
export type { Agent, Auth, Secret } from "./authorize.ts";
export { basic } from "./basic.ts";
export { bearer } from "./bearer.ts";
export { type CardCacheOptions, cacheCards, MAX_CACHED_CARDS } from "./cache-cards.ts";
export { MAX_REDIRECTS } from "./card-request.ts";
export type { DialectOptions } from "./choose-dialect.ts";
export type { CallOptions, CallResult, Client, Content, NamedMethods, Params, SendOptions } from "./client.ts";
export { clientCredentials } from "./client-credentials.ts";
export { artifactText, collectText, messageText } from "./collect-text.ts";
export { connect } from "./connect.ts";
export { type ConnectOptions, MAX_EVENT_BYTES, MAX_RESPONSE_BYTES } from "./create-agent-client.ts";
export { type ClientOptions, createClient } from "./create-client.ts";
export { CALL_TIMEOUT } from "./deadline.ts";
export { type DeviceCodeOptions, type DevicePrompt, deviceCode } from "./device-code.ts";
export { EVENT_LOG_EXTENSION } from "./event-log.ts";
export type { Fetch } from "./fetch.ts";
export { collectStream, foldEvent } from "./fold-event.ts";
export type { Resumption } from "./follow-events.ts";
export { injectHeaders } from "./inject-headers.ts";
export { createJsonRpcTransport, type JsonRpcTransportOptions } from "./json-rpc-transport.ts";
export type { OAuthOptions } from "./oauth2.ts";
export {
  CARD_TIMEOUT,
  MAX_CARD_BYTES,
  type ResolveCardOptions,
  type ResolvedCard,
  resolveCard,
} from "./resolve-card.ts";
export { MAX_RETRY_DELAY, RETRY_ATTEMPTS, RETRY_DELAY, type RetryOptions } from "./retry.ts";
export type { Token } from "./token-source.ts";
export type { Interceptor, OutgoingCall, Reply, StreamEvent, Transport } from "./transport.ts";
export { MAX_POLL_INTERVAL, POLL_INTERVAL, type WaitOptions, waitForTask } from "./wait-for-task.ts";
