import { inside, type Mutation } from "./mutation.ts";

const breaks = "types major, schemas major";
const adds = "types minor, schemas minor";
const follows = "server major, client patch, cli patch";
const text = { type: "string" };
const endpoint = "/paths/~1a2a/post";
const action = "/actions/0/update/x-a2akit";

/** Changes that MolTrust might make: params in snake_case, in which nothing is required; results are the canonical ones. */
export const mutations: readonly Mutation[] = [
  {
    name: "the endpoint moves",
    edits: [{ rename: "/paths/~1a2a", to: "/v1/a2a" }],
    overlay: [{ set: "/actions/0/target", to: "$.paths['/v1/a2a'].post" }],
    want: { "path-changed rpcPath": `protocol major, ${follows}` },
  },
  {
    name: "a method is gone",
    edits: [{ drop: inside("A2ARequest/properties/method/enum"), value: "ListTasks" }],
    overlay: [{ remove: `${action}/methods/ListTasks` }],
    want: {
      "method-removed ListTasks": "types major, schemas major, protocol major, server major, client major, cli major",
      "enum-value-removed A2ARequest.method": breaks,
    },
  },
  {
    name: "a stream is answered at once",
    edits: [],
    overlay: [{ set: `${action}/methods/SubscribeToTask/streaming`, to: false }],
    want: { "method-streaming-changed SubscribeToTask": "types major" },
  },
  {
    name: "a result is described in the file",
    edits: [{ set: inside("Task"), to: { type: "object", required: ["id"], properties: { id: text } } }],
    overlay: [{ set: `${action}/methods/GetTask/result`, to: "Task" }],
    want: { "method-result-changed GetTask": breaks, "component-added Task": adds },
  },
  {
    name: "params may have another member",
    edits: [{ set: inside("GetTaskRequest/properties/fields"), to: { type: "array", items: text } }],
    want: { "member-added GetTaskRequest.fields": adds },
  },
  {
    name: "params must have another member",
    edits: [
      { set: inside("GetTaskRequest/properties/region"), to: text },
      { set: inside("GetTaskRequest/required"), to: ["region"] },
    ],
    want: { "member-added-required GetTaskRequest.region": breaks },
  },
  {
    name: "a member of the params must be there",
    edits: [{ set: inside("GetTaskRequest/required"), to: ["id"] }],
    want: { "required-added GetTaskRequest.id": breaks },
  },
  {
    name: "a member of the params is gone",
    edits: [{ remove: inside("ListTasksRequest/properties/include_artifacts") }],
    want: { "member-removed ListTasksRequest.include_artifacts": breaks },
  },
  {
    name: "a member of the params has another name",
    edits: [{ rename: inside("ListTasksRequest/properties/page_size"), to: "page_limit_size" }],
    want: { "member-renamed ListTasksRequest.page_size": breaks },
  },
  {
    name: "a member of the params makes room for another one",
    edits: [
      { remove: inside("ListTasksRequest/properties/status_timestamp_after") },
      { set: inside("ListTasksRequest/properties/changed_within"), to: { type: "integer" } },
    ],
    want: {
      "member-removed ListTasksRequest.status_timestamp_after": breaks,
      "member-added ListTasksRequest.changed_within": adds,
    },
  },
  {
    name: "a member of the params is spelled otherwise",
    edits: [{ rename: inside("AuthenticationInfo/properties/credentials"), to: "Credentials" }],
    want: { "member-renamed AuthenticationInfo.credentials": breaks },
  },
  {
    name: "callers may ask for one more state",
    edits: [{ append: inside("ListTasksRequest/properties/status/enum"), value: "TASK_STATE_PAUSED" }],
    want: { "enum-value-added ListTasksRequest.status": adds },
  },
  {
    name: "callers may not ask for a state any more",
    edits: [{ drop: inside("ListTasksRequest/properties/status/enum"), value: "TASK_STATE_REJECTED" }],
    want: { "enum-value-removed ListTasksRequest.status": breaks },
  },
  {
    name: "what was any text is one of a list",
    edits: [{ set: inside("AuthenticationInfo/properties/scheme/enum"), to: ["Basic", "Bearer"] }],
    want: { "enum-added AuthenticationInfo.scheme": breaks },
  },
  {
    name: "what was one of a list is any text",
    edits: [{ remove: inside("ListTasksRequest/properties/status/enum") }],
    want: { "enum-removed ListTasksRequest.status": adds },
  },
  {
    name: "an integer may be any number",
    edits: [
      { set: inside("ListTasksRequest/properties/page_size/type"), to: "number" },
      { remove: inside("ListTasksRequest/properties/page_size/format") },
    ],
    want: {
      "type-widened ListTasksRequest.page_size": adds,
      "format-removed ListTasksRequest.page_size": "types patch",
    },
  },
  {
    name: "a number becomes a text",
    edits: [{ set: inside("ListTasksRequest/properties/page_size"), to: text }],
    want: { "type-changed ListTasksRequest.page_size": breaks },
  },
  {
    name: "a text may be null",
    edits: [{ set: inside("CancelTaskRequest/properties/tenant/type"), to: ["string", "null"] }],
    want: { "nullable-added CancelTaskRequest.tenant": adds },
  },
  {
    name: "a limit comes to the params",
    edits: [{ set: inside("GetTaskRequest/properties/id/maxLength"), to: 64 }],
    want: { "limit-tightened GetTaskRequest.id": "schemas major" },
  },
  {
    name: "a rule comes to the params",
    edits: [{ set: inside("GetTaskRequest/properties/id/pattern"), to: "^[a-z]+$" }],
    want: { "rule-added GetTaskRequest.id": "schemas major" },
  },
  {
    name: "the params take no member that they do not name",
    edits: [{ set: inside("GetExtendedAgentCardRequest/additionalProperties"), to: false }],
    want: { "closed GetExtendedAgentCardRequest": "schemas major" },
  },
  {
    name: "a part may hold something else",
    edits: [
      {
        append: inside("Part/allOf/1/oneOf"),
        value: { type: "object", properties: { quote: text }, required: ["quote"] },
      },
    ],
    want: { "variant-added Part.quote": adds },
  },
  {
    name: "a part may no longer hold a file",
    edits: [{ remove: inside("Part/allOf/1/oneOf/1") }],
    want: { "variant-removed Part.raw": breaks },
  },
  {
    name: "a format that is only described",
    edits: [{ set: inside("Message/properties/message_id/format"), to: "uuid" }],
    want: { "format-added Message.message_id": "types patch" },
  },
  {
    name: "what is left out means something",
    edits: [{ set: inside("ListTasksRequest/properties/page_size/default"), to: 50 }],
    want: { "default-changed ListTasksRequest.page_size": "types patch" },
  },
  {
    name: "a member is deprecated",
    edits: [{ set: inside("SendMessageConfiguration/properties/history_length/deprecated"), to: true }],
    want: { "deprecated-added SendMessageConfiguration.history_length": "types minor" },
  },
  {
    name: "a component has another name",
    edits: [
      { rename: inside("AuthenticationInfo"), to: "PushAuthenticationInfo" },
      {
        set: inside("TaskPushNotificationConfig/properties/authentication/$ref"),
        to: "#/components/schemas/PushAuthenticationInfo",
      },
    ],
    want: { "component-renamed AuthenticationInfo": breaks },
  },
  {
    name: "the header with the version may be left out and means 1.0",
    edits: [{ set: `${endpoint}/parameters/0/required`, to: false }],
    want: { "version-optional absentVersion": "protocol minor, server minor" },
  },
  {
    name: "another header must be sent",
    edits: [
      { append: `${endpoint}/parameters`, value: { in: "header", name: "X-Trust", required: true, schema: text } },
    ],
    want: { "header-required header X-Trust": "client major, cli major" },
  },
  {
    name: "another header may be sent",
    edits: [{ append: `${endpoint}/parameters`, value: { in: "header", name: "X-Trace", schema: text } }],
    want: { "header-optional header X-Trace": "" },
  },
  {
    name: "an id must be there",
    edits: [{ append: inside("A2ARequest/required"), value: "id" }],
    want: {
      "request-id-tightened requestId": "protocol major, server major, client patch, cli patch",
      "required-added A2ARequest.id": breaks,
    },
  },
  {
    name: "an id may not be null",
    edits: [{ remove: inside("A2ARequest/properties/id/oneOf/2") }],
    want: {
      "request-id-tightened requestId": "protocol major, server major, client patch, cli patch",
      "nullable-removed A2ARequest.id": breaks,
    },
  },
  {
    name: "another version of the same",
    edits: [{ set: "/info/version", to: "2.6" }],
    want: { "revision-changed version": "protocol patch" },
  },
  {
    name: "the same said otherwise",
    edits: [
      {
        set: inside("GetTaskRequest"),
        to: {
          allOf: [
            { $ref: "#/components/schemas/GetExtendedAgentCardRequest" },
            {
              type: "object",
              properties: { id: text, history_length: { type: "integer", format: "int32" } },
            },
          ],
        },
      },
      { set: "/paths/~1a2a/post/summary", to: "The endpoint" },
    ],
    want: {},
  },
];
