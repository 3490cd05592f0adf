import type { AgentCard } from "@a2akit/client";
import { cardFields } from "@a2akit/protocol/codec";
import { createSound } from "./create-sound.ts";

const sound = createSound(cardFields, {
  AgentCard: { supportedInterfaces: [], capabilities: {}, defaultInputModes: [], defaultOutputModes: [], skills: [] },
  OAuth2SecurityScheme: { flows: {} },
});

/**
 * The card without what is of another JSON type than A2A names, which counts as not given: a card is a stranger's document, and one odd member is
 * no reason not to use the others. What is wrong with it, `--validate` and `doctor` say of the document itself.
 */
export function soundCard(card: AgentCard): AgentCard {
  // Of the same type: members that were none of it are gone.
  return sound("AgentCard", card) as AgentCard;
}
