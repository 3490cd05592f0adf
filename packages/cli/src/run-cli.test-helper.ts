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
  readonly signal?: AbortSignal;
  /** Called with everything on standard output so far, at each write. */
  readonly onStdout?: (text: string) => void;
  /** The same of standard error. */
  readonly onStderr?: (text: string) => void;
}

/** Runs a command line in this process, with a world of its own but for the network. */
export async function runCli(argv: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  const {
    env = {},
    stdin = "",
    cwd = import.meta.dirname,
    signal = new AbortController().signal,
    onStdout,
    onStderr,
  } = surroundings;
  let stdout = "";
  let stderr = "";
  const status = await run(argv, {
    env,
    cwd,
    signal,
    fetch: globalThis.fetch,
    stdin: new Blob([stdin]).stream(),
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
