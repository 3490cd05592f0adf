import type { AgentContext, AgentEvent, Content } from "@a2akit/server";
import type { Message, Part } from "@a2akit/types";
import { type Answer, answerConversation } from "./conversation/onboarding.ts";
import { RequestError } from "./request/request.ts";

/** The name of the artifact that the published example answers with. */
const ARTIFACT_NAME = "Onboarding data";

/**
 * Finds a business partner in the sample register: the artifact "Onboarding data" has a text part and a data part. It asks back
 * (INPUT_REQUIRED) when several entries fit, and rejects a message that it cannot read.
 */
export async function* onboardingAgent(context: AgentContext): AsyncGenerator<AgentEvent> {
  const earlier = context.task?.history ?? [];
  yield context.working("Looking into the sample register");
  const answer = answerOrRefuse([...earlier, context.message]);
  yield* ENDINGS[answer.kind](answer.text, { context, data: dataOf(answer) });
}

type Outcome = Answer | { readonly kind: "refused"; readonly text: string };

interface Ending {
  readonly context: AgentContext;
  readonly data: unknown;
}

/** How a task goes on, by the kind of the answer. */
const ENDINGS: Readonly<Record<Outcome["kind"], (text: string, ending: Ending) => Iterable<AgentEvent>>> = {
  found: (text, { context, data }) => [
    context.artifact({ name: ARTIFACT_NAME, parts: parts(text, data, context), lastChunk: true }),
    context.completed(),
  ],
  question: (text, { context, data }) => [context.inputRequired(parts(text, data, context))],
  none: (text, { context }) => [context.completed(text)],
  refused: (text, { context }) => [context.rejected(text)],
};

function answerOrRefuse(history: readonly Message[]): Outcome {
  try {
    return answerConversation(history.filter(({ role }) => role === "ROLE_USER").map((message) => message.parts));
  } catch (error) {
    if (error instanceof RequestError)
      return { kind: "refused", text: `I cannot read this request: ${error.message}.` };
    throw error;
  }
}

function dataOf(answer: Outcome): unknown {
  if (answer.kind === "found") return answer.data;
  return answer.kind === "question" && answer.candidates.length > 0 ? { candidates: answer.candidates } : undefined;
}

/** Text and data, less what the caller cannot take (A2A §3.2.2); both when it names nothing that the agent has. */
function parts(text: string, data: unknown, { acceptedOutputModes }: AgentContext): Content {
  const all: Part[] = [{ text, mediaType: "text/plain" }];
  if (data !== undefined) all.push({ data, mediaType: "application/json" });
  const accepted = all.filter(({ mediaType = "" }) => acceptedOutputModes.includes(mediaType));
  return accepted.length > 0 ? accepted : all;
}
