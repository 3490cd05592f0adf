import { expect, test } from "vitest";
import { missingCapability } from "./capability.ts";

test.each([
  ["SendMessage", undefined],
  ["GetTask", undefined],
  ["SendStreamingMessage", ["streaming", "UnsupportedOperation"]],
  ["SubscribeToTask", ["streaming", "UnsupportedOperation"]],
  ["DeleteTaskPushNotificationConfig", ["pushNotifications", "PushNotificationNotSupported"]],
  ["GetExtendedAgentCard", ["extendedAgentCard", "UnsupportedOperation"]],
] as const)("%s of an agent that declares nothing lacks %j", (method, want) => {
  expect(missingCapability(method, {})).toEqual(want);
  expect(missingCapability(method, want === undefined ? {} : { [want[0]]: false })).toEqual(want);
});

test("what is declared is not missing", () => {
  const all = { streaming: true, pushNotifications: true, extendedAgentCard: true };
  expect(missingCapability("SubscribeToTask", all)).toBeUndefined();
  expect(missingCapability("CreateTaskPushNotificationConfig", all)).toBeUndefined();
  expect(missingCapability("GetExtendedAgentCard", all)).toBeUndefined();
});
