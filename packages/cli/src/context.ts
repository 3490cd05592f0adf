import type { Io } from "./io.ts";
import type { Invocation } from "./parse.ts";

/** What a command gets: what was asked, the world, and the signal of interruption and `--timeout`. */
export interface Context {
  readonly invocation: Invocation;
  readonly io: Io;
  readonly signal: AbortSignal;
}

/**
 * A command. It rejects with a CliError, or with an error of the client; it resolves with an exit status where that is not 0 although nothing
 * went wrong: a check that found something.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing
export type RunCommand = (context: Context) => Promise<number | void>;
