import { setTimeout as sleep } from "node:timers/promises";
import type { Agent, AgentContext, AgentEvent } from "@a2akit/server";
import type { Part } from "@a2akit/types";
import { fillGroups, kindOf, type Picked } from "./pick-reply.ts";
import type { Step } from "./script.ts";

interface MockAgentOptions {
  readonly title: string;
  /** The media types that the agent writes; empty: any. */
  readonly outputModes: readonly string[];
  /** What was picked for the message of a call, by the claim that stands for it. */
  readonly picked: (context: AgentContext) => Picked | undefined;
}

/** Plays the reply that was picked for a message; where there is none, says what it was sent. */
export function mockAgent({ title, outputModes, picked }: MockAgentOptions): Agent {
  return (context) => {
    const { reply, groups } = picked(context) ?? {};
    const answer = reply?.answer;
    if (answer?.kind === "message") return fillGroups(answer.parts, groups ?? []);
    if (answer?.kind === "task") return play(answer.steps, groups ?? [], context.signal);
    return tell({ title, outputModes }, context);
  };
}

async function* play(
  steps: readonly Step[],
  groups: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<AgentEvent> {
  for (const step of steps) {
    if ("wait" in step) await sleep(step.wait, undefined, { signal });
    else yield fillGroups(step.event(), groups);
  }
}

/** The answer of an agent that nothing is known of but its name. */
async function* tell(
  { title, outputModes }: Pick<MockAgentOptions, "title" | "outputModes">,
  context: AgentContext,
): AsyncGenerator<AgentEvent> {
  const { message, text } = context;
  yield context.working(`${title} (a mock) is at work`);
  const kinds = message.parts.map(kindOf);
  const said: Part = {
    text: text === "" ? `You sent ${kinds.join(", ")}.` : `You said: ${text}`,
    mediaType: "text/plain",
  };
  const data: Part = { data: { mock: title, text, parts: kinds }, mediaType: "application/json" };
  const takes = (type: string) => outputModes.includes(type);
  yield context.artifact({
    name: "Mock answer",
    parts: takes("application/json") && !takes("text/plain") ? data : said,
    lastChunk: true,
  });
  yield context.completed();
}
