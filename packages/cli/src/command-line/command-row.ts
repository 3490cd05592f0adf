import type { RunCommand } from "../context.ts";
import type { OptionName } from "./options.ts";

export interface CommandRow {
  readonly summary: string;
  /** Positional arguments; a trailing `?` marks one that may be missing, a trailing `*` any number. */
  readonly args: readonly string[];
  readonly options: readonly OptionName[];
  /** A further part of its help: a title, and rows of two columns. */
  readonly more?: readonly [title: string, rows: readonly (readonly [left: string, right: string])[]];
  /** Each a command line and what it does. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** `shown`: it runs although a file of settings must not be used, and says so; `unused`: whatever is wrong with them. */
  readonly settings?: "shown" | "unused";
  /** `--timeout` is for parts of it, which it times itself. */
  readonly timesItself?: true;
  /** Loaded when it is run, so that no command pays for another. */
  readonly load: () => Promise<RunCommand>;
}

/** Commands by name, in the order of help. */
export type CommandRows = Readonly<Record<string, CommandRow>>;

/** Options of every command. */
export const COMMON = ["config", "debug", "help"] as const satisfies readonly OptionName[];

/** How a connection to an agent is made. */
export const CONNECTION = [
  "dialect",
  "timeout",
  "insecure",
  "ca",
  "client-cert",
  "client-key",
] as const satisfies readonly OptionName[];

/** Options of every command that calls an agent. */
export const AGENT = [
  "agent-card",
  "output",
  "verbose",
  "bearer",
  "api-key",
  "basic",
  "client-id",
  "client-secret",
  "svc-param",
  "extension",
  "transport",
  "a2a-version",
  ...CONNECTION,
  ...COMMON,
] as const satisfies readonly OptionName[];
