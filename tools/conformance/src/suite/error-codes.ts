import assert from "node:assert/strict";
import type { Method } from "@a2akit/types";
import type { Check } from "../check.ts";
import { call, type Peer, type Reply, script, sendTask } from "../peer.ts";
import type { Variant } from "../variants.ts";

/** One line of the error table (A2A §5.4), written out: what the server says is compared with this and not with its own table. */
interface Line {
  readonly code: number;
  readonly reason: string;
  readonly needs: readonly Method[];
  readonly variant?: Variant;
  cause(peer: Peer): Promise<Reply>;
}

const unsupported = { more: [{ raw: "AAAA", mediaType: "application/x-unsupported-type" }] };

const table: readonly Line[] = [
  {
    code: -32001,
    reason: "TASK_NOT_FOUND",
    needs: ["GetTask"],
    cause: (peer) => call(peer, "GetTask", { id: "no-such" }),
  },
  {
    code: -32002,
    reason: "TASK_NOT_CANCELABLE",
    needs: ["SendMessage", "CancelTask"],
    cause: async (peer) => call(peer, "CancelTask", { id: (await sendTask(peer, "task:done")).id }),
  },
  {
    code: -32003,
    reason: "PUSH_NOTIFICATION_NOT_SUPPORTED",
    needs: ["ListTaskPushNotificationConfigs"],
    variant: "B",
    cause: (peer) => call(peer, "ListTaskPushNotificationConfigs", { taskId: "x" }),
  },
  {
    code: -32004,
    reason: "UNSUPPORTED_OPERATION",
    needs: ["SendMessage"],
    cause: async (peer) => call(peer, "SendMessage", script("x", { taskId: (await sendTask(peer, "task:done")).id })),
  },
  {
    code: -32005,
    reason: "CONTENT_TYPE_NOT_SUPPORTED",
    needs: ["SendMessage"],
    cause: (peer) => call(peer, "SendMessage", script("x", unsupported)),
  },
  {
    code: -32007,
    reason: "EXTENDED_AGENT_CARD_NOT_CONFIGURED",
    needs: ["GetExtendedAgentCard"],
    variant: "B",
    cause: (peer) => call(peer, "GetExtendedAgentCard", {}),
  },
  {
    code: -32008,
    reason: "EXTENSION_SUPPORT_REQUIRED",
    needs: ["SendMessage"],
    variant: "C",
    cause: (peer) => call(peer, "SendMessage", script("message:x")),
  },
  {
    code: -32009,
    reason: "VERSION_NOT_SUPPORTED",
    needs: ["SendMessage"],
    cause: (peer) => call(peer, "SendMessage", script("message:x"), { headers: { "a2a-version": "99.0" } }),
  },
  { code: -32602, reason: "INVALID_PARAMS", needs: ["GetTask"], cause: (peer) => call(peer, "GetTask", {}) },
];

export const errorCodeChecks: readonly Check[] = table.map(({ code, reason, needs, variant = "A", cause }) => ({
  title: `${reason} is ${code}`,
  cites: ["error-codes", "error-info", "error-shape"],
  needs,
  variant,
  async run({ peer }) {
    const { envelope, text } = await cause(peer);
    const [info] = envelope.error?.data ?? [];
    assert.deepEqual([envelope.error?.code, info?.reason, info?.domain], [code, reason, "a2a-protocol.org"], text);
  },
}));
