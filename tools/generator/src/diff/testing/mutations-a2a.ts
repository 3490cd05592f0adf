import { inside, type Mutation } from "./mutation.ts";

const breaks = "types major, schemas major";
const adds = "types minor, schemas minor";
const everyoneBreaks = `${breaks}, server major, client major`;
const text = { type: "string" };
const extension = "/paths/~1/post/x-a2akit";

/** Changes of the protocol itself: agents and callers are both written with its types, and the codec has tables of it. */
export const mutations: readonly Mutation[] = [
  {
    name: "params may have another member",
    edits: [{ set: inside("GetTaskRequest/properties/fields"), to: { type: "array", items: text } }],
    want: { "member-added GetTaskRequest.fields": `${adds}, protocol minor, server minor, client minor` },
  },
  {
    name: "results may have another member",
    edits: [{ set: inside("TaskStatus/properties/progress"), to: { type: "integer", format: "int32" } }],
    want: { "member-added TaskStatus.progress": `${adds}, protocol minor, server minor, client minor` },
  },
  {
    name: "params must have another member",
    edits: [
      { set: inside("GetTaskRequest/properties/region"), to: text },
      { append: inside("GetTaskRequest/required"), value: "region" },
    ],
    want: { "member-added-required GetTaskRequest.region": `${breaks}, protocol minor, server major, client major` },
  },
  {
    name: "results must have another member",
    edits: [
      { set: inside("ListTasksResponse/properties/cursor"), to: text },
      { append: inside("ListTasksResponse/required"), value: "cursor" },
    ],
    want: { "member-added-required ListTasksResponse.cursor": `${breaks}, protocol minor, server major, client minor` },
  },
  {
    name: "a member of the params need not be there",
    edits: [{ drop: inside("CancelTaskRequest/required"), value: "id" }],
    want: { "required-removed CancelTaskRequest.id": `${breaks}, server major, client minor` },
  },
  {
    name: "a member of results need not be there",
    edits: [{ drop: inside("TaskStatus/required"), value: "state" }],
    want: { "required-removed TaskStatus.state": `${breaks}, server minor, client major` },
  },
  {
    name: "a member of messages, which go both ways, is gone",
    edits: [{ remove: inside("Message/properties/referenceTaskIds") }],
    want: { "member-removed Message.referenceTaskIds": `${breaks}, protocol major, server major, client major` },
  },
  {
    name: "a member of messages has another name",
    edits: [{ rename: inside("Message/properties/extensions"), to: "extensionUris" }],
    want: { "member-renamed Message.extensions": `${breaks}, protocol major, server major, client major` },
  },
  {
    name: "one more state, for callers to ask for and to see",
    edits: [{ append: inside("TaskState/enum"), value: "TASK_STATE_PAUSED" }],
    want: { "enum-value-added TaskState": `${breaks}, protocol minor, server major, client major` },
  },
  {
    name: "a state is gone",
    edits: [{ drop: inside("TaskState/enum"), value: "TASK_STATE_AUTH_REQUIRED" }],
    want: { "enum-value-removed TaskState": `${breaks}, protocol major, server major, client major` },
  },
  {
    name: "the numbers of the states change",
    edits: [
      { drop: inside("TaskState/enum"), value: "TASK_STATE_REJECTED" },
      { append: inside("TaskState/enum"), value: "TASK_STATE_REJECTED" },
    ],
    want: { "enum-reordered TaskState": "protocol major" },
  },
  {
    name: "a limit of the params is looser",
    edits: [{ set: inside("ListTasksRequest/properties/pageSize/maximum"), to: 1000 }],
    want: { "limit-loosened ListTasksRequest.pageSize": "schemas minor, server minor" },
  },
  {
    name: "a limit of the params is tighter",
    edits: [{ set: inside("ListTasksRequest/properties/pageSize/maximum"), to: 10 }],
    want: { "limit-tightened ListTasksRequest.pageSize": "schemas major, server major" },
  },
  {
    name: "a format that is checked comes",
    edits: [{ set: inside("AgentProvider/properties/url/format"), to: "uri" }],
    want: { "format-added AgentProvider.url": "schemas major" },
  },
  {
    name: "a format that is checked goes, and the codec no longer knows it for a time",
    edits: [{ remove: inside("TaskStatus/properties/timestamp/format") }],
    want: { "format-removed TaskStatus.timestamp": "schemas minor, protocol major" },
  },
  {
    name: "0 and nothing are two things",
    edits: [{ set: inside("ListTasksRequest/properties/tenant/x-presence"), to: true }],
    want: { "presence-changed ListTasksRequest.tenant": "protocol minor" },
  },
  {
    name: "false and nothing are no longer two things",
    edits: [{ remove: inside("AgentCapabilities/properties/streaming/x-presence") }],
    want: { "presence-changed AgentCapabilities.streaming": "protocol major" },
  },
  {
    name: "a part may hold one more thing",
    edits: [
      { set: inside("Part/properties/quote"), to: text },
      { append: inside("Part/oneOf"), value: { required: ["quote"] } },
    ],
    want: { "variant-added Part.quote": `${breaks}, protocol minor, server major, client major` },
  },
  {
    name: "a part may no longer hold a link",
    edits: [{ remove: inside("Part/properties/url") }, { drop: inside("Part/oneOf"), value: { required: ["url"] } }],
    want: { "variant-removed Part.url": `${breaks}, protocol major, server major, client major` },
  },
  {
    name: "a method takes something else",
    edits: [{ set: `${extension}/methods/GetTask/params`, to: "CancelTaskRequest" }],
    want: { "method-params-changed GetTask": `${breaks}, protocol major, server major, client major` },
  },
  {
    name: "a method is gone",
    edits: [{ remove: `${extension}/methods/ListTasks` }],
    want: {
      "method-removed ListTasks": "types major, schemas major, protocol major, server major, client major, cli major",
      "examples-changed examples": "protocol patch",
    },
  },
  {
    name: "one more error",
    edits: [
      {
        set: `${extension}/errors/QuotaExceeded`,
        to: {
          code: -32010,
          reason: "QUOTA_EXCEEDED",
          httpStatus: 429,
          rpcStatus: "RESOURCE_EXHAUSTED",
          message: "Quota exceeded",
        },
      },
    ],
    want: { "error-added error QuotaExceeded": "protocol minor, server minor, client minor" },
  },
  {
    name: "an error is gone",
    edits: [{ remove: `${extension}/errors/ContentTypeNotSupported` }],
    want: { "error-removed error ContentTypeNotSupported": "protocol major, server major, client major" },
  },
  {
    name: "an error has another code",
    edits: [{ set: `${extension}/errors/TaskNotFound/code`, to: -32011 }],
    want: { "error-changed error TaskNotFound": "protocol major, server major, client major" },
  },
  {
    name: "an error has other words",
    edits: [{ set: `${extension}/errors/TaskNotFound/message`, to: "There is no such task" }],
    want: { "error-text-changed error TaskNotFound": "protocol patch" },
  },
  {
    name: "an example has other words",
    edits: [{ set: "/paths/~1/post/requestBody/content/application~1json/examples/SendMessage/value/id", to: 100 }],
    want: { "examples-changed examples": "protocol patch" },
  },
  {
    name: "a member may hold something else, by a component of its own",
    edits: [
      {
        set: inside("Progress"),
        to: { type: "object", required: ["percent"], properties: { percent: { type: "number" } } },
      },
      { set: inside("TaskStatus/properties/progress"), to: { $ref: "#/components/schemas/Progress" } },
    ],
    want: {
      "member-added TaskStatus.progress": `${adds}, protocol minor, server minor, client minor`,
      "component-added Progress": `${adds}, protocol minor`,
    },
  },
  {
    name: "text becomes an object",
    edits: [{ set: inside("AgentSkill/properties/name/type"), to: "object" }],
    want: { "type-changed AgentSkill.name": `${everyoneBreaks}, protocol major` },
  },
  {
    name: "a comment",
    edits: [{ set: "/info/description", to: "Other words about the whole." }],
    want: {},
  },
];
