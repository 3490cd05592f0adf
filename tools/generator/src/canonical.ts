/** The folder name of the canonical spec, which the others may refer to as `a2a#Task`. */
export const CANONICAL = "a2a";

/**
 * The methods of A2A 1.0 (§9.4): what a vendor's file may leave unsaid. The canonical spec says the same, and a test
 * keeps both together.
 */
export const canonicalMethods: Readonly<Record<string, { params: string; result: string; streaming?: true }>> = {
  SendMessage: { params: "SendMessageRequest", result: "SendMessageResponse" },
  SendStreamingMessage: { params: "SendMessageRequest", result: "StreamResponse", streaming: true },
  GetTask: { params: "GetTaskRequest", result: "Task" },
  ListTasks: { params: "ListTasksRequest", result: "ListTasksResponse" },
  CancelTask: { params: "CancelTaskRequest", result: "Task" },
  SubscribeToTask: { params: "SubscribeToTaskRequest", result: "StreamResponse", streaming: true },
  CreateTaskPushNotificationConfig: { params: "TaskPushNotificationConfig", result: "TaskPushNotificationConfig" },
  GetTaskPushNotificationConfig: {
    params: "GetTaskPushNotificationConfigRequest",
    result: "TaskPushNotificationConfig",
  },
  ListTaskPushNotificationConfigs: {
    params: "ListTaskPushNotificationConfigsRequest",
    result: "ListTaskPushNotificationConfigsResponse",
  },
  DeleteTaskPushNotificationConfig: { params: "DeleteTaskPushNotificationConfigRequest", result: "Empty" },
  GetExtendedAgentCard: { params: "GetExtendedAgentCardRequest", result: "AgentCard" },
};
