/** What the agent of every contestant does with a message. */
export type Script =
  | { readonly kind: "answer" }
  | { readonly kind: "chunks"; readonly count: number }
  | { readonly kind: "hold" };

const CHUNKS = "chunks ";
const HOLD: Script = { kind: "hold" };
const ANSWER: Script = { kind: "answer" };

/** `chunks 1000` streams as many chunks of one artifact, `hold` keeps the task open for ever, anything else is answered at once. */
export function parseScript(text: string): Script {
  if (text.startsWith(CHUNKS)) return { kind: "chunks", count: Number(text.slice(CHUNKS.length)) };
  return text === "hold" ? HOLD : ANSWER;
}

/** The artifact that its text is: the id that a2akit gives to yielded strings. */
export const ARTIFACT_ID = "text-2";

/** What it answers. */
export const answerTo = (text: string) => `You said: ${text}`;

/** About what a language model sends at a time. */
export const chunk = (index: number) => `chunk ${index} of the answer, `;
