import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { untilAborted } from "../waiting/until-aborted.ts";

/** Characters that a line of standard input may have. */
const MAX_LINE = 1_048_576;

/** The lines of standard input as they come. */
export async function* linesOf({ io, signal }: Pick<Context, "io" | "signal">): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of untilAborted(io.stdin(), signal)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE) throw usageError(`A line of standard input is longer than ${MAX_LINE} characters`);
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
