import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { Agent, AgentContext } from "@a2akit/server";

/** One thing that the agent did to the world. */
export interface Effect {
  readonly taskId: string;
  readonly messageId: string;
  readonly attempt: number;
  readonly step: number;
}

/** Steps per message, each one a chunk of the artifact named after the message. */
export const STEPS = 8;
/** A message with this text ends its task; any other one leaves it waiting for more. */
export const LAST = "last";

/** An agent that notes every step in a file before it yields it, and goes on behind what the log says is done. */
export function createCountingAgent(file: string): Agent {
  return async function* (context) {
    const { taskId, attempt, artifact } = context;
    const { messageId } = context.message;
    for (let step = stepsDone(context); step < STEPS; step++) {
      const effect: Effect = { taskId, messageId, attempt, step };
      appendFileSync(file, `${JSON.stringify(effect)}\n`);
      yield artifact({ artifactId: messageId, parts: `${step}`, append: step > 0 });
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    yield context.text === LAST ? context.completed() : context.inputRequired("more?");
  };
}

/** The log is given where a lost run is to be resumed; else there is none, and all begins anew. */
function stepsDone({ log, message: { messageId } }: AgentContext): number {
  return log.filter(({ entry }) => entry.type === "artifact" && entry.event.artifact.artifactId === messageId).length;
}

export function readEffects(file: string): Effect[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}
