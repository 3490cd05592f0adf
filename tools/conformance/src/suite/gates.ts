import assert from "node:assert/strict";
import type { Method } from "@a2akit/types";
import type { Check } from "../check.ts";
import { call, refused, script } from "../peer.ts";
import type { RequirementId } from "../requirements.ts";

const EXTENSION = "https://example.com/ext/v1";
const push: readonly (readonly [Method, unknown])[] = [
  ["CreateTaskPushNotificationConfig", { taskId: "x", url: "https://example.com/hook" }],
  ["GetTaskPushNotificationConfig", { taskId: "x", id: "y" }],
  ["ListTaskPushNotificationConfigs", { taskId: "x" }],
  ["DeleteTaskPushNotificationConfig", { taskId: "x", id: "y" }],
];
const streaming: readonly (readonly [Method, unknown])[] = [
  ["SendStreamingMessage", script("message:x")],
  ["SubscribeToTask", { id: "x" }],
];

/** Case C02: what the card rules out. */
export const gateChecks: readonly Check[] = [
  ...streaming.map(
    ([method, params]): Check => ({
      title: `without streaming, ${method} is UnsupportedOperation`,
      cites: ["gate-streaming", "stream-early-error"],
      needs: [method],
      variant: "B",
      async run({ peer }) {
        await refused("UnsupportedOperation", call(peer, method, params));
      },
    }),
  ),
  ...push.map(
    ([method, params]): Check => ({
      title: `without push notifications, ${method} is PushNotificationNotSupported`,
      cites: ["gate-push", "error-codes"],
      needs: [method],
      variant: "B",
      async run({ peer }) {
        await refused("PushNotificationNotSupported", call(peer, method, params));
      },
    }),
  ),
  {
    title: "without push notifications, a webhook in SendMessage is refused and nothing runs",
    cites: ["gate-push", "validate-first"],
    needs: ["SendMessage", "ListTasks"],
    variant: "B",
    async run({ peer }) {
      const configuration = { taskPushNotificationConfig: { url: "https://example.com/hook" } };
      await refused("PushNotificationNotSupported", call(peer, "SendMessage", script("task:done", { configuration })));
      const { envelope } = await call(peer, "ListTasks", {});
      assert.equal((envelope.result as { tasks: unknown[] }).tasks.length, 0);
    },
  },
  extendedCard("A", "without the capability", "UnsupportedOperation", "gate-extended-card"),
  extendedCard("B", "with the capability and no card", "ExtendedAgentCardNotConfigured", "gate-extended-card-missing"),
  {
    title: "a required extension has to be declared",
    cites: ["gate-extension", "extension-version", "error-codes"],
    needs: ["SendMessage"],
    variant: "C",
    async run({ peer }) {
      for (const headers of [{}, { "a2a-extensions": "" }, { "a2a-extensions": "https://example.com/ext/v2" }]) {
        await refused("ExtensionSupportRequired", call(peer, "SendMessage", script("message:x"), { headers }));
      }
    },
  },
  {
    title: "a required extension that is declared passes, alone or among others",
    cites: ["extension-list"],
    needs: ["SendMessage"],
    variant: "C",
    async run({ peer }) {
      const lists = [
        EXTENSION,
        `https://other.example/e, ${EXTENSION}`,
        `${EXTENSION},https://other.example/e`,
        ` ,${EXTENSION} ,`,
      ];
      for (const list of lists) {
        const { envelope, text } = await call(peer, "SendMessage", script("message:x"), {
          headers: { "a2a-extensions": list },
        });
        assert.ok(envelope.result !== undefined, text);
      }
    },
  },
  {
    title: "unknown extensions do no harm",
    cites: ["extension-list"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const headers = { "a2a-extensions": "https://other.example/e, urn:unknown:7" };
      const reply = await call(peer, "SendMessage", script("message:x"), { headers });
      assert.ok(reply.envelope.result !== undefined, reply.text);
      assert.equal(reply.headers.get("a2a-extensions"), null, "what is not active is not echoed");
    },
  },
];

function extendedCard(
  variant: "A" | "B",
  when: string,
  error: "UnsupportedOperation" | "ExtendedAgentCardNotConfigured",
  requirement: RequirementId,
): Check {
  return {
    title: `${when}, GetExtendedAgentCard is ${error}`,
    cites: [requirement, "error-codes"],
    needs: ["GetExtendedAgentCard"],
    variant,
    async run({ peer }) {
      for (const params of [{}, undefined]) await refused(error, call(peer, "GetExtendedAgentCard", params));
    },
  };
}
