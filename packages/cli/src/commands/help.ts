import { helpText } from "../command-line/help-text.ts";
import type { Context } from "../context.ts";

/** `a2a help [command]`. */
export async function help({ invocation, io }: Context): Promise<void> {
  io.stdout.write(helpText(invocation.args, io.env));
}
