import type { Fetch } from "@a2akit/client";

/** Where text goes. */
export interface Sink {
  write(text: string): void;
}

/** Everything that a command touches outside itself, so that tests can run one in their own process. */
export interface Io {
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Opened when it is asked for: that costs time, and keeps the process alive. */
  stdin(): AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Which of the streams a person is at. */
  readonly terminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  readonly fetch: Fetch;
  /** Aborts when the user interrupts; its reason is a CliError. */
  readonly signal: AbortSignal;
}
