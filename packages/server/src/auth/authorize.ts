import { A2AError } from "@a2akit/protocol";
import type { Method, MethodMap, Task } from "@a2akit/types";
import type { CallContext, Caller } from "../call-context.ts";
import type { TaskStore } from "../task-store.ts";

/** A call that is about to be answered: `method` says what `params` are. */
export type AuthorizationRequest = {
  readonly [M in Method]: {
    readonly method: M;
    /** Canonical and valid. */
    readonly params: MethodMap[M]["params"];
    readonly caller: Caller;
    /** The tenant that the call is for: the caller's own, or the one that it names. */
    readonly tenant: string;
    /** The task that the call is about, where it names one. */
    readonly taskId: string | undefined;
    /** That task, when it is the caller's; else `undefined`. Reads the store. */
    task(): Promise<Task | undefined>;
    signal(): AbortSignal;
  };
}[Method];

/**
 * Finer rules than whose a task is: asked once per call, before the method runs. Anything but `true` is a refusal, HTTP 403; to answer
 * otherwise, such as with "not found", throw an A2AError. What else it throws goes to `onError` and is an internal error on the wire.
 */
export type Authorize = (request: AuthorizationRequest) => boolean | Promise<boolean>;

interface Authorization {
  readonly method: Method;
  readonly params: object;
  readonly context: Pick<CallContext, "caller" | "scope" | "call">;
}

/** @throws A2AError PermissionDenied (−32000, HTTP 403) */
export type RequireAllowed = (call: Authorization) => Promise<void>;

export function createRequireAllowed(authorize: Authorize, store: Pick<TaskStore, "load">): RequireAllowed {
  return async ({ method, params, context }) => {
    const { caller, scope, call } = context;
    const { signal } = call;
    const taskId = taskIdOf(method, params);
    const task = async (): Promise<Task | undefined> =>
      taskId === undefined ? undefined : (await store.load(scope, taskId))?.task;
    // The schema of the method has checked the params.
    const request = { method, params, caller, tenant: scope.tenant, taskId, task, signal } as AuthorizationRequest;
    if ((await authorize(request)) !== true) throw new A2AError("PermissionDenied");
  };
}

type NamesTask = { readonly id?: string; readonly taskId?: string; readonly message?: { readonly taskId?: string } };

/** Which member of its params names the task of a method. */
const TASK_IDS: Readonly<Record<Method, (params: NamesTask) => string | undefined>> = {
  SendMessage: ({ message }) => message?.taskId,
  SendStreamingMessage: ({ message }) => message?.taskId,
  GetTask: ({ id }) => id,
  ListTasks: () => undefined,
  CancelTask: ({ id }) => id,
  SubscribeToTask: ({ id }) => id,
  CreateTaskPushNotificationConfig: ({ taskId }) => taskId,
  GetTaskPushNotificationConfig: ({ taskId }) => taskId,
  ListTaskPushNotificationConfigs: ({ taskId }) => taskId,
  DeleteTaskPushNotificationConfig: ({ taskId }) => taskId,
  GetExtendedAgentCard: () => undefined,
};

function taskIdOf(method: Method, params: NamesTask): string | undefined {
  return TASK_IDS[method](params) || undefined;
}
