export type { Answerer } from "../fetch.ts";
export { createNodeListener, type NodeListener } from "./node-listener.ts";
export { type ServeOptions, type Serving, serve } from "./serve.ts";
