import type { Agent, AgentContext, AgentEvent } from "@a2akit/server";
import type { Gates } from "./gates.ts";
import { steps } from "./script-steps.ts";

/** What a step works with. */
export interface Scene {
  readonly context: AgentContext;
  /** Absent in a process of its own, where no test could open a gate. */
  readonly gates: Gates | undefined;
}

/**
 * An agent that does what the first text part of the message says:
 *
 * - `message:T` answers with the direct Message T;
 * - `throw` throws before it publishes anything;
 * - `task:S1;S2;…` opens a Task, or continues it, and takes the steps one by one (`script-steps.ts`).
 */
export function createScriptedAgent(gates?: Gates): Agent {
  return (context) => {
    const script = context.message.parts.find((part) => part.text !== undefined)?.text ?? "";
    if (script.startsWith("message:")) return script.slice("message:".length);
    if (script.startsWith("task:")) return play(script.slice("task:".length), { context, gates });
    if (script === "throw") throw new Error("SECRET: thrown before anything was published");
    return "Say message:T, throw or task:S1;S2;…";
  };
}

async function* play(script: string, scene: Scene): AsyncGenerator<AgentEvent> {
  for (const text of script.split(";").filter((step) => step !== "")) {
    const [name = "", ...rest] = text.split(":");
    const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
    if (!step) throw new Error(`The script has an unknown step: ${name}`);
    yield* await step(rest, scene);
  }
}
