import type { RunCommand } from "./context.ts";
import type { OptionName } from "./options.ts";

export interface CommandRow {
  readonly summary: string;
  /** Positional arguments; a trailing `?` marks one that may be missing, a trailing `*` any number. */
  readonly args: readonly string[];
  readonly options: readonly OptionName[];
  /** Each a command line and what it does. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** Loaded when it is run, so that no command pays for another. */
  readonly load: () => Promise<RunCommand>;
}

/** Commands by name, in the order of help. */
export type CommandRows = Readonly<Record<string, CommandRow>>;

/** Options of every command. */
export const COMMON = ["debug", "help"] as const satisfies readonly OptionName[];

/** Options of every command that talks to an agent. */
export const AGENT = [
  "agent-card",
  "output",
  "bearer",
  "api-key",
  "svc-param",
  "dialect",
  "timeout",
  ...COMMON,
] as const satisfies readonly OptionName[];
