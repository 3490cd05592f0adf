import { normalise } from "@a2akit/protocol";
import type { Message, Part, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from "@a2akit/types";

interface Forms {
  readonly Message: Message;
  readonly Part: Part;
  readonly Task: Task;
  readonly TaskArtifactUpdateEvent: TaskArtifactUpdateEvent;
  readonly TaskStatusUpdateEvent: TaskStatusUpdateEvent;
}

/**
 * What an agent produced, canonical and detached. The type is a promise of the agent's author: the callers check what the
 * log relies on (ids, states, contents); validating the whole with zod would double the cost of every chunk.
 *
 * @throws A2AError InvalidAgentResponse
 */
export function normalForm<N extends keyof Forms>(name: N, value: Readonly<Record<string, unknown>>): Forms[N] {
  return normalise<unknown>(name, value) as Forms[N];
}
