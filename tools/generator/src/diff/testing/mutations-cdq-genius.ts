import { inside, type Mutation } from "./mutation.ts";

const breaks = "types major, schemas major";
const adds = "types minor, schemas minor";
const follows = "server major, client patch, cli patch";
const text = { type: "string" };
const methods = "/actions/0/update/x-a2akit/methods";
const endpoint = "/paths/~1/post";

/** Changes that CDQ might make: bare results, a flat card, an API key. What is read may break where what is sent does not. */
export const mutations: readonly Mutation[] = [
  {
    name: "one more method",
    edits: [],
    overlay: [{ set: `${methods}/ListTasks`, to: { params: "a2a#ListTasksRequest", result: "a2a#ListTasksResponse" } }],
    want: {
      "method-added ListTasks": "types minor, schemas minor, protocol minor, server minor, client minor, cli minor",
    },
  },
  {
    name: "results may have another member",
    edits: [{ set: inside("Task/properties/priority"), to: { type: "integer" } }],
    want: { "member-added Task.priority": adds },
  },
  {
    name: "results have another member always",
    edits: [
      { set: inside("Task/properties/priority"), to: { type: "integer" } },
      { append: inside("Task/required"), value: "priority" },
    ],
    want: { "member-added-required Task.priority": "types minor, schemas major" },
  },
  {
    name: "a member of results is there always",
    edits: [{ append: inside("Task/required"), value: "contextId" }],
    want: { "required-added Task.contextId": "types minor, schemas major" },
  },
  {
    name: "a member of results may be missing",
    edits: [{ drop: inside("Task/required"), value: "status" }],
    want: { "required-removed Task.status": breaks },
  },
  {
    name: "a member of results is gone",
    edits: [{ remove: inside("TaskStatus/properties/timestamp") }],
    want: { "member-removed TaskStatus.timestamp": breaks },
  },
  {
    name: "a member of results has another name",
    edits: [{ rename: inside("TaskStatus/properties/timestamp"), to: "updatedAt" }],
    want: { "member-renamed TaskStatus.timestamp": breaks },
  },
  {
    name: "results may be in one more state",
    edits: [{ append: inside("TaskState/enum"), value: "TASK_STATE_PAUSED" }],
    want: { "enum-value-added TaskState": breaks },
  },
  {
    name: "results are never in a state any more",
    edits: [{ drop: inside("TaskState/enum"), value: "TASK_STATE_REJECTED" }],
    want: { "enum-value-removed TaskState": "types minor, schemas major" },
  },
  {
    name: "the order of states, which no vendor numbers",
    edits: [
      { drop: inside("TaskState/enum"), value: "TASK_STATE_SUBMITTED" },
      { append: inside("TaskState/enum"), value: "TASK_STATE_SUBMITTED" },
    ],
    want: { "enum-reordered TaskState": "" },
  },
  {
    name: "a member of results may be null",
    edits: [{ set: inside("Artifact/properties/name/type"), to: ["string", "null"] }],
    want: { "nullable-added Artifact.name": breaks },
  },
  {
    name: "a list in results may be empty",
    edits: [{ remove: inside("Artifact/properties/parts/minItems") }],
    want: { "limit-loosened Artifact.parts": "schemas minor" },
  },
  {
    name: "a list in results has an end",
    edits: [{ set: inside("Artifact/properties/parts/maxItems"), to: 8 }],
    want: { "limit-tightened Artifact.parts": "schemas major" },
  },
  {
    name: "a part need not hold exactly one thing",
    edits: [],
    overlay: [{ remove: "/actions/2" }],
    want: { "group-removed Part": breaks },
  },
  {
    name: "a part may hold one more thing",
    edits: [{ set: inside("Part/properties/quote"), to: text }],
    overlay: [{ append: "/actions/2/update/oneOf", value: { required: ["quote"] } }],
    want: { "variant-added Part.quote": breaks },
  },
  {
    name: "the result of SendMessage is wrapped",
    edits: [],
    overlay: [
      {
        set: "/actions/1/update/SendMessageResult",
        to: {
          description: "What SendMessage answers with – a task, or a direct message.",
          type: "object",
          properties: {
            task: { $ref: "#/components/schemas/Task" },
            message: { $ref: "#/components/schemas/Message" },
          },
        },
      },
    ],
    want: {
      "result-wrapping-changed sendMessageResult": `protocol major, ${follows}`,
      "type-changed SendMessageResult": breaks,
    },
  },
  {
    name: "SendMessage answers with a task always",
    edits: [],
    overlay: [{ remove: "/actions/1/update/SendMessageResult/oneOf/1" }],
    want: { "variant-removed SendMessageResult": "types minor, schemas major" },
  },
  {
    name: "the card has the shape of 1.0",
    edits: [
      { rename: inside("AgentCard/properties/url"), to: "supportedInterfaces" },
      { set: inside("AgentCard/properties/supportedInterfaces"), to: { type: "array", items: { type: "object" } } },
      { drop: inside("AgentCard/required"), value: "url" },
      { append: inside("AgentCard/required"), value: "supportedInterfaces" },
    ],
    want: {
      "card-shape-changed cardShape": `protocol major, ${follows}`,
      "member-removed AgentCard.url": breaks,
      "member-added-required AgentCard.supportedInterfaces": "types minor, schemas major",
    },
  },
  {
    name: "the card is somewhere else",
    edits: [{ rename: "/paths/~1.well-known~1agent-card.json", to: "/.well-known/agent.json" }],
    want: { "card-path-changed cardPath": `protocol major, ${follows}` },
  },
  {
    name: "the key is called otherwise",
    edits: [{ set: "/components/securitySchemes/apiKey/name", to: "X-CDQ-KEY" }],
    want: { "security-scheme-changed security scheme apiKey": `protocol major, ${follows}` },
  },
  {
    name: "a token does as well as the key",
    edits: [
      { set: "/components/securitySchemes/token", to: { type: "http", scheme: "bearer" } },
      { append: "/security", value: { token: [] } },
    ],
    want: {
      "security-loosened security": "protocol minor, server minor, client minor, cli minor",
      "security-scheme-added security scheme token": "protocol minor",
    },
  },
  {
    name: "a token is needed beside the key",
    edits: [
      { set: "/components/securitySchemes/token", to: { type: "http", scheme: "bearer" } },
      { set: "/security/0/token", to: [] },
    ],
    want: {
      "security-tightened security": "protocol major, server major, client major, cli major",
      "security-scheme-added security scheme token": "protocol minor",
    },
  },
  {
    name: "no key is needed any more",
    edits: [{ remove: "/security" }, { remove: "/components/securitySchemes/apiKey" }],
    want: {
      "security-loosened security": "protocol minor, server minor, client minor, cli minor",
      "security-scheme-removed security scheme apiKey": "protocol major",
    },
  },
  {
    name: "the header with the version must be sent",
    edits: [],
    overlay: [{ set: "/actions/0/update/x-a2akit/absentVersion", to: "0.3" }],
    want: {
      "version-required absentVersion": "protocol major, server major, client patch, cli patch",
    },
  },
  {
    name: "an id may be left out",
    edits: [{ drop: inside("JSONRPCRequest/required"), value: "id" }],
    want: {
      "request-id-loosened requestId": "protocol minor, server minor",
      "required-removed JSONRPCRequest.id": adds,
    },
  },
  {
    name: "errors come with a status of their own",
    edits: [
      {
        set: `${endpoint}/responses/200/content/application~1json/schema`,
        to: { $ref: "#/components/schemas/JSONRPCSuccessResponse" },
      },
      { remove: `${endpoint}/responses/200/content/application~1json/examples/invalidParams` },
      { remove: `${endpoint}/responses/200/content/application~1json/examples/taskNotFound` },
      {
        set: `${endpoint}/responses/400`,
        to: {
          description: "An error",
          content: { "application/json": { schema: { $ref: "#/components/schemas/JSONRPCErrorResponse" } } },
        },
      },
    ],
    want: {
      "error-status-changed errorStatus": `protocol major, ${follows}`,
      "examples-changed examples": "protocol patch",
    },
  },
  {
    name: "other words",
    edits: [{ set: inside("Task/properties/id/description"), to: "What it is called." }],
    want: { "description-changed Task.id": "types patch" },
  },
  {
    name: "one more component, and one that nobody needs is gone",
    edits: [{ set: inside("Invoice"), to: { type: "object", properties: { total: { type: "number" } } } }],
    want: { "component-added Invoice": adds },
  },
  {
    name: "a component is gone",
    edits: [
      { remove: inside("AgentProvider") },
      { set: inside("AgentCard/properties/provider"), to: { type: "object" } },
    ],
    want: {
      "description-changed AgentCard.provider": "types patch",
      "member-removed AgentCard.provider.organization": breaks,
      "member-removed AgentCard.provider.url": breaks,
      "names-opened AgentCard.provider": adds,
      "component-removed AgentProvider": breaks,
    },
  },
];
