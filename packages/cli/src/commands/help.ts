import type { Context } from "../context.ts";
import { helpText } from "../help-text.ts";

/** `a2a help [command]`. */
export async function help({ invocation, io }: Context): Promise<void> {
  io.stdout.write(helpText(invocation.args, io.env));
}
