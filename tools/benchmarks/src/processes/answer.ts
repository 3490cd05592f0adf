import type { Numbers, Question } from "./child.ts";

export type Answers = Readonly<Record<string, (question: Question) => Numbers | Promise<Numbers>>>;

/** The child's side of `startChild`: answers questions until the parent closes the channel, then ends the process. */
export function answer(answers: Answers): void {
  process.on("message", async ({ id, question }: { id: number; question: Question }) => {
    try {
      const known = answers[question.ask];
      if (!known) throw new Error(`unknown question "${question.ask}"`);
      process.send?.({ id, numbers: await known(question) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  process.on("disconnect", () => process.exit());
}

/** An option of a question. @throws TypeError when it is absent or of the other type */
export function text(question: Question, name: string): string {
  const value = question[name];
  if (typeof value !== "string") throw new TypeError(`"${question.ask}" needs the text "${name}"`);
  return value;
}

/** An option of a question. @throws TypeError when it is absent or of the other type */
export function number(question: Question, name: string): number {
  const value = question[name];
  if (typeof value !== "number") throw new TypeError(`"${question.ask}" needs the number "${name}"`);
  return value;
}
