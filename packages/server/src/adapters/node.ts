export type { Answerer } from "../http/fetch.ts";
export { createNodeListener, type NodeListener } from "./node-listener.ts";
export { createPushSender, type PushSenderOptions } from "./push/push-sender.ts";
export type { ResolveHost } from "./push/resolve-host.ts";
export type { WebhookPolicyOptions } from "./push/webhook-policy.ts";
export { type ServeOptions, type Serving, serve } from "./serve.ts";
