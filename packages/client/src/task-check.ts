import { A2AError } from "@a2akit/protocol";
import { results } from "@a2akit/protocol/codec";
import type { Method, StreamResponse, Task } from "@a2akit/types";
import { taskIdOf } from "./stream/task-id-of.ts";

/** Finds what is not about the task that a call is about: the one that it names, else the first that comes back (A2A §3.1, §3.4.3). */
export function createTaskCheck(method: Method, params: object): (result: unknown) => A2AError | undefined {
  const { id, message }: { readonly id?: string; readonly message?: { readonly taskId?: string } } = params;
  const kind = results[method];
  let expected = id ?? message?.taskId;
  return (result) => {
    // The result was found to be what the method gives.
    const found =
      kind === "Task"
        ? (result as Task).id
        : kind === "StreamResponse" || kind === "SendMessageResponse"
          ? taskIdOf(result as StreamResponse)
          : undefined;
    expected ??= found;
    if (found === undefined || found === expected) return undefined;
    return new A2AError("InvalidAgentResponse", {
      message: `The answer to ${method} is about the task ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
    });
  };
}
