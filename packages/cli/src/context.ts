import type { Io } from "./io.ts";
import type { Invocation } from "./parse.ts";

/** What a command gets: what was asked, the world, and the signal of interruption and `--timeout`. */
export interface Context {
  readonly invocation: Invocation;
  readonly io: Io;
  readonly signal: AbortSignal;
}

/** A command. It rejects with a CliError, or with an error of the client. */
export type RunCommand = (context: Context) => Promise<void>;
