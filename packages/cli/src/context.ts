import type { Invocation } from "./command-line/parse.ts";
import type { RateLimit } from "./fetch/rate-limit.ts";
import type { Io } from "./io.ts";
import type { Layer } from "./settings/layers.ts";

/** What a command gets: what was asked, the world, and the signal of interruption and `--timeout`. */
export interface Context {
  readonly invocation: Invocation;
  readonly io: Io;
  /** Where `io.env` comes from. */
  readonly layers: readonly Layer[];
  readonly signal: AbortSignal;
  /** Credentials that were learnt on the way, never to be shown; what the command line and `io.env` hold need not be in it. */
  readonly secrets: Set<string>;
  /** What the last answer says of it. */
  readonly rateLimit: RateLimit;
}

/**
 * A command. It rejects with a CliError, or with an error of the client; it resolves with an exit status where that is not 0 although nothing
 * went wrong: a check that found something.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most commands return nothing
export type RunCommand = (context: Context) => Promise<number | void>;
