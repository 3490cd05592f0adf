import assert from "node:assert/strict";
import type { Method } from "@a2akit/types";
import type { Check } from "../check.ts";
import { call, refused, script } from "../peer.ts";
import type { RequirementId } from "../requirements.ts";

const rows: readonly (readonly [Method, RequirementId, unknown])[] = [
  ["GetTask", "get-unknown", { id: "no-such" }],
  ["CancelTask", "cancel-unknown", { id: "no-such" }],
  ["SubscribeToTask", "subscribe-unknown", { id: "no-such" }],
  ["SendStreamingMessage", "stream-unknown-task", script("message:x", { taskId: "no-such" })],
];

/** Case C01: the same error in every method, before any stream opens. */
export const unknownTaskChecks: readonly Check[] = rows.map(([method, requirement, params]) => ({
  title: `${method} of an unknown task is TaskNotFound`,
  cites: [requirement, "error-info", "error-details", "stream-early-error", "error-codes"],
  needs: [method],
  async run({ peer }) {
    const { envelope, status } = await refused("TaskNotFound", call(peer, method, params));
    assert.equal(status, 200);
    const data = envelope.error?.data ?? [];
    assert.ok(data.every((detail) => typeof detail["@type"] === "string"));
    assert.equal(data[0]?.["@type"], "type.googleapis.com/google.rpc.ErrorInfo");
    assert.equal(data[0]?.reason, "TASK_NOT_FOUND");
    assert.equal(data[0]?.domain, "a2a-protocol.org");
  },
}));
