import type { Agent, AgentContext, AgentEvent } from "@a2akit/server";

/**
 * An agent that does what the first text of a message says: `message:T` answers with a message, `throw` fails before anything is there, and
 * `task:S1;S2;…` makes a task of the steps. `hold` goes on when the task is canceled, or when `release` is called.
 */
export interface ScriptedAgent {
  readonly agent: Agent;
  release(): void;
}

type Step = (context: AgentContext, args: readonly string[]) => AsyncIterable<AgentEvent>;

export function createScriptedAgent(): ScriptedAgent {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const one = (build: (context: AgentContext, args: readonly string[]) => AgentEvent): Step =>
    async function* (context, args) {
      yield build(context, args);
    };

  const steps: Readonly<Record<string, Step>> = {
    work: one((context, [text]) => context.working(text)),
    art: one((context, [artifactId = "a", text = "", ...flags]) =>
      context.artifact({
        artifactId,
        name: `Artifact ${artifactId}`,
        parts: text,
        ...(flags.includes("append") && { append: true }),
      }),
    ),
    echo: one((context) =>
      context.artifact({
        artifactId: "echo",
        parts: context.message.parts.slice(1),
        metadata: { ...context.metadata },
      }),
    ),
    input: one((context, [text = "?"]) => context.inputRequired(text)),
    auth: one((context, [text = "?"]) => context.authRequired(text)),
    done: one((context, [text]) => context.completed(text)),
    fail: one((context, [text = "failed"]) => context.failed(text)),
    reject: one((context, [text = "rejected"]) => context.rejected(text)),
    async *hold({ signal, canceled }) {
      const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      await Promise.race([released, aborted]);
      if (signal.aborted) yield canceled();
    },
  };

  async function* runSteps(context: AgentContext, script: string): AsyncIterable<AgentEvent> {
    for (const text of script.split(";")) {
      const [name = "", ...args] = text.split(":");
      const step = steps[name];
      if (!step) throw new Error(`There is no step ${name}`);
      yield* step(context, args);
    }
  }

  return {
    release,
    agent: (context) => {
      const text = context.message.parts[0]?.text ?? "";
      const [verb, ...rest] = text.split(":");
      if (verb === "message") return rest.join(":");
      if (verb === "task") return runSteps(context, rest.join(":"));
      throw new Error(`There is no script ${text}`);
    },
  };
}
