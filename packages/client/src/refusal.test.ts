import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { expect, test } from "vitest";
import { testCard } from "./fixtures.test-helper.ts";
import { refusal } from "./refusal.ts";

const bare = testCard({ capabilities: {} });

test.each([
  ["SendMessage", undefined],
  ["GetTask", undefined],
  ["SendStreamingMessage", "UnsupportedOperationError"],
  ["SubscribeToTask", "UnsupportedOperationError"],
  ["CreateTaskPushNotificationConfig", "PushNotificationNotSupportedError"],
  ["GetTaskPushNotificationConfig", "PushNotificationNotSupportedError"],
  ["ListTaskPushNotificationConfigs", "PushNotificationNotSupportedError"],
  ["DeleteTaskPushNotificationConfig", "PushNotificationNotSupportedError"],
  ["GetExtendedAgentCard", "UnsupportedOperationError"],
] as const)("%s without the capability: %s (A2A §3.3.4)", (method, name) => {
  expect(refusal(method, { card: bare, dialect: a2a })?.name).toBe(name);
  expect(refusal(method, { card: testCard(), dialect: a2a })).toBeUndefined();
});

test("the refusal names capability and agent, or dialect and methods", () => {
  expect(refusal("SubscribeToTask", { card: bare, dialect: a2a })?.message).toBe(
    "SubscribeToTask needs the capability streaming, which the card of Test agent does not declare",
  );
  expect(refusal("ListTasks", { card: testCard(), dialect: cdqGenius })).toMatchObject({
    name: "MethodNotFoundError",
    message: "The dialect cdq-genius has no ListTasks; it has: SendMessage, GetTask, CancelTask",
  });
});
