import type { Io } from "./io.ts";
import { run } from "./run.ts";

/** What one command line did. */
export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly cwd?: string;
  readonly terminal?: Io["terminal"];
  readonly signal?: AbortSignal;
  readonly fetch?: Io["fetch"];
  /** Called with everything on standard output so far, at each write. */
  readonly onStdout?: (text: string) => void;
  /** The same of standard error. */
  readonly onStderr?: (text: string) => void;
}

const NO_TERMINAL: Io["terminal"] = { stdin: false, stdout: false, stderr: false };

/** A world without a terminal, whose writes go nowhere, but for what is given. */
export function testIo(given: Partial<Io> = {}): Io {
  const sink = { write: () => {} };
  return {
    stdout: sink,
    stderr: sink,
    stdin: () => new Blob([]).stream(),
    env: {},
    cwd: import.meta.dirname,
    terminal: NO_TERMINAL,
    fetch: globalThis.fetch,
    signal: new AbortController().signal,
    ...given,
  };
}

/** Runs a command line in this process, with a world of its own but for the network. */
export async function runCli(argv: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  const {
    env = {},
    stdin = "",
    cwd = import.meta.dirname,
    terminal = NO_TERMINAL,
    signal = new AbortController().signal,
    fetch = globalThis.fetch,
    onStdout,
    onStderr,
  } = surroundings;
  let stdout = "";
  let stderr = "";
  const status = await run(argv, {
    env,
    cwd,
    terminal,
    signal,
    fetch,
    stdin: () => new Blob([stdin]).stream(),
    stdout: {
      write: (text) => {
        stdout += text;
        onStdout?.(stdout);
      },
    },
    stderr: {
      write: (text) => {
        stderr += text;
        onStderr?.(stderr);
      },
    },
  });
  return { status, stdout, stderr };
}
