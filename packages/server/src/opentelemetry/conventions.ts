/**
 * Names of the semantic conventions of OpenTelemetry 1.45 for RPC, JSON-RPC, HTTP and errors, and of those for generative AI;
 * under `a2a.` is what neither knows.
 */
export const ATTRIBUTE = {
  system: "rpc.system.name",
  method: "rpc.method",
  statusCode: "rpc.status_code",
  protocolVersion: "jsonrpc.protocol.version",
  errorType: "error.type",
  clientAddress: "client.address",
  user: "user.id",
  httpMethod: "http.request.method",
  httpStatus: "http.response.status_code",
  httpResend: "http.request.resend_count",
  serverAddress: "server.address",
  serverPort: "server.port",
  operation: "gen_ai.operation.name",
  agent: "gen_ai.agent.name",
  conversation: "gen_ai.conversation.id",
  tenant: "a2a.tenant",
  dialect: "a2a.dialect",
  task: "a2a.task.id",
  state: "a2a.task.state",
  reason: "a2a.error.reason",
  frames: "a2a.stream.frames",
  attempt: "a2a.run.attempt",
  webhook: "a2a.webhook.id",
  outcome: "a2a.webhook.outcome",
} as const;

export const SYSTEM = "jsonrpc";

/** For a method that is none of A2A's: a caller may name any. */
export const OTHER_METHOD = "_OTHER";

/** Seconds: those of the conventions for RPC, and then those that agents take, and whoever waits for them. */
const BOUNDARIES = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60, 120, 300, 600, 1_800, 3_600,
];

interface MetricRow {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
}

export const HISTOGRAM = {
  call: { name: "rpc.server.call.duration", unit: "s", description: "How long calls took; a stream until its end" },
  run: { name: "a2a.server.run.duration", unit: "s", description: "How long agents worked on a message" },
  webhook: { name: "a2a.server.webhook.duration", unit: "s", description: "How long attempts to deliver took" },
} as const satisfies Readonly<Record<string, MetricRow>>;

export const GAUGE = {
  runs: { name: "a2a.server.runs", unit: "{run}", description: "Agents at work" },
  streams: { name: "a2a.server.streams", unit: "{stream}", description: "Open streams" },
  pending: { name: "a2a.server.outbox.pending", unit: "{frame}", description: "Frames on their way to webhooks" },
  dead: { name: "a2a.server.outbox.dead", unit: "{frame}", description: "Frames that were given up" },
  delay: { name: "a2a.server.outbox.delay", unit: "s", description: "How long the oldest due frame has waited" },
} as const satisfies Readonly<Record<string, MetricRow>>;

export const ADVICE = { explicitBucketBoundaries: BOUNDARIES };
