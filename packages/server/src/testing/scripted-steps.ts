import type { Agent, AgentContext, AgentEvent } from "../agent.ts";

/**
 * An agent that does what the first text part of its message says: `message:T`, `throw`, or `task:` and steps separated
 * by `;` – `work[:T]` `wait` (until the signal aborts, then CANCELED) `art:ID:TEXT[:append]` `input:T` `auth:T` `done[:T]`
 * `fail[:T]` `reject[:T]` `throw`.
 */
export const scripted: Agent = (context) => {
  const script = context.message.parts[0]?.text ?? "";
  if (script.startsWith("message:")) return Promise.resolve(script.slice("message:".length));
  if (script === "throw") throw new Error("secret of the agent");
  return run(context, script.replace(/^task:/, "").split(";"));
};

async function* run(context: AgentContext, steps: readonly string[]): AsyncGenerator<AgentEvent> {
  for (const step of steps) {
    const [name = "", ...rest] = step.split(":");
    if (name === "wait") await aborted(context.signal);
    const event = context.signal.aborted ? context.canceled() : STEPS[name]?.(context, rest);
    if (event !== undefined) yield event;
  }
}

type Step = (context: AgentContext, rest: readonly string[]) => AgentEvent | undefined;

const STEPS: Readonly<Record<string, Step>> = {
  work: ({ working }, [text]) => working(text),
  art: ({ artifact }, [artifactId = "", parts = "", how]) =>
    artifact(how === "append" ? { artifactId, parts, append: true } : { artifactId, parts }),
  input: ({ inputRequired }, [text = "?"]) => inputRequired(text),
  auth: ({ authRequired }, [text = "?"]) => authRequired(text),
  done: ({ completed }, [text]) => completed(text),
  fail: ({ failed }, [text = "failed"]) => failed(text),
  reject: ({ rejected }, [text = "rejected"]) => rejected(text),
  throw: () => {
    throw new Error("secret of the agent");
  },
};

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
