import { A2AError } from "@a2akit/protocol";

/** −32001, for a task that is not there or is not the caller's: nobody learns which (A2A §13.1). */
export function taskNotFound(taskId: string): A2AError {
  return new A2AError("TaskNotFound", { metadata: { taskId } });
}
