import type { Dialect } from "@a2akit/protocol";
import type { CardOptions } from "@a2akit/server";
import type { AgentCard, Method, Task } from "@a2akit/types";
import type { Reply } from "./script.ts";

/** What is mocked: an agent as its OpenAPI file or its card describes it. */
export interface MockSource {
  /** What it is called in what the mock says about itself. */
  readonly title: string;
  readonly dialect: Dialect;
  readonly card: CardOptions;
  /** What is answered where no script says otherwise: the examples of the file. */
  readonly replies: readonly Reply[];
  /** Tasks of the examples, which are there from the start. */
  readonly tasks: readonly Task[];
  /** A result, or the card, with what the schemas of the file require beyond A2A. */
  readonly complete: (what: Method | "card", value: unknown) => unknown;
  /** What a person should know about the source: what is wrong with the file, say. */
  readonly warnings: readonly string[];
}

/** Of a card that does not say what the agent takes, nothing is refused. */
export const ANY_INPUT: readonly string[] = ["*/*"];

/** What a mount of a server takes of a card: its interfaces are its own, and a signature would not verify. Modes that are missing are the server's. */
export function cardOptionsOf(whole: AgentCard): CardOptions {
  const {
    supportedInterfaces: _,
    signatures: __,
    defaultInputModes: input,
    defaultOutputModes: output,
    ...card
  } = whole;
  return {
    ...card,
    defaultInputModes: input.length > 0 ? input : [...ANY_INPUT],
    ...(output.length > 0 && { defaultOutputModes: output }),
  };
}
