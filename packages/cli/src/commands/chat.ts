import { openClient } from "../agent/open-client.ts";
import { createConversation } from "../chat/conversation.ts";
import { linesOf } from "../chat/lines-of.ts";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";

/**
 * `a2a chat`: turn by turn, in one context (CHAT_001). It is interactive where a person sits at both ends; else each line of standard input is a
 * turn, and the answers are `text` (OUT_005).
 */
export async function chat(context: Context): Promise<void> {
  const { stdin, stdout } = context.io.terminal;
  if (stdin && !stdout)
    throw usageError(
      "chat asks nobody: standard output is no terminal. Give the turns on standard input",
      "a2a help chat",
    );
  const conversation = createConversation(context, await openClient(context));
  if (stdin && stdout && context.invocation.values.output !== "json") {
    const { talk } = await import("../chat/talk.ts");
    return talk(context, conversation);
  }
  for await (const line of linesOf(context)) {
    if (line.trim() !== "") await conversation.turn(line);
  }
}
