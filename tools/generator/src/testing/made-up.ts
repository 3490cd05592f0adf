const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const content = (schema: object, more: object = {}) => ({ content: { "application/json": { schema, ...more } } });

/** A vendor of whom nobody has heard: no overlay, no TypeScript, and a taste of A2A 0.3 and OpenAPI 3.0. */
export const madeUp = {
  openapi: "3.1.0",
  info: { title: "Made Up */\nprocess.exit(); /*", version: "7" },
  security: [{ login: ["tasks"] }],
  paths: {
    "/v1/health": {
      post: {
        requestBody: content({ type: "object", properties: { ping: text } }),
        responses: { 200: { description: "ok" } },
      },
    },
    "/v1/card": { get: { responses: { 200: { description: "ok", ...content(ref("AgentCard")) } } } },
    "/v1/rpc": {
      post: {
        parameters: [{ name: "a2a-version", in: "header", schema: { type: "string", default: "1.0" } }],
        requestBody: content(ref("Call"), {
          examples: { first: { value: { jsonrpc: "2.0", id: 4, method: "GetTask", params: { id: "t" } } } },
        }),
        responses: {
          200: {
            description: "ok",
            ...content(ref("Answer"), {
              examples: { done: { value: { id: 4, result: { kind: "task", id: "t", note: null } } } },
            }),
          },
          422: { description: "no", ...content(ref("Failure"), { example: { id: 4, error: { code: -32001 } } }) },
        },
      },
    },
  },
  components: {
    securitySchemes: {
      login: {
        type: "oauth2",
        flows: { clientCredentials: { tokenUrl: "https://example.com/token", scopes: { tasks: "Tasks" } } },
      },
    },
    schemas: {
      Call: {
        allOf: [
          ref("Base"),
          { type: "object", properties: { method: { type: "string", enum: ["SendMessage", "GetTask"] }, params: {} } },
        ],
      },
      Base: {
        type: "object",
        required: ["id"],
        properties: { jsonrpc: { type: "string", enum: ["2.0"] }, id: { type: "integer" } },
      },
      Answer: {
        type: "object",
        required: ["result"],
        properties: { id: { type: "integer" }, result: { anyOf: [ref("Task"), ref("Message")] } },
      },
      Failure: {
        type: "object",
        required: ["error"],
        properties: { id: { type: "integer" }, error: { type: "object" } },
      },
      GetTaskRequest: {
        type: "object",
        required: ["id"],
        properties: { id: text, historyLength: { type: "integer", nullable: true } },
      },
      Task: {
        type: "object",
        required: ["kind", "id"],
        properties: { kind: { const: "task", default: "task" }, id: text, note: { anyOf: [text, { type: "null" }] } },
      },
      Message: {
        type: "object",
        required: ["kind", "messageId"],
        properties: { kind: { const: "message", default: "message" }, messageId: text },
      },
      AgentCard: { type: "object", required: ["url"], properties: { url: text, preferredTransport: text } },
    },
  },
};

/** What its types allow and refuse; the canonical ones stand in where it has none. */
export const madeUpUses = `import type * as T from "./types/made-up.ts";
export const task: T.MethodMap["SendMessage"]["result"] = { kind: "task", id: "t", note: null };
export const message: T.MethodMap["SendMessage"]["result"] = { kind: "message", messageId: "m" };
export const params: T.MethodMap["GetTask"]["params"] = { id: "t", historyLength: null };
export const canonical: T.MethodMap["SendMessage"]["params"] = { message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "x" }] } };
// @ts-expect-error the constant is not a default
export const missing: T.Task = { id: "t" };
// @ts-expect-error not a method of this vendor
export type None = T.MethodMap["ListTasks"];
`;
