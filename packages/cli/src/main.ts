import { isatty } from "node:tty";
import { CliError, exitStatus } from "./cli-error.ts";
import { run } from "./run.ts";

/** Runs the command line of this process, and leaves its exit status. */
export async function main(): Promise<void> {
  const interruption = new AbortController();
  // The second signal finds no listener and ends the process at once.
  process.once("SIGINT", () => interruption.abort(new CliError("A2AKIT_ERR_INTERRUPTED", "Interrupted")));
  // A terminal that is closed leaves as little behind: neither drafts of files nor, where it is only told so, itself without an echo.
  for (const signal of ["SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => interruption.abort(new CliError("A2AKIT_ERR_TERMINATED", "Terminated")));

  const cwd = currentFolder();
  if (cwd === undefined) {
    process.stderr.write("Error: The current folder is not there any more: go to another one\n");
    process.exitCode = exitStatus.A2ACLI_ERR_USAGE;
    return;
  }
  let stdin: NodeJS.ReadStream | undefined;

  process.exitCode = await run(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin() {
      stdin = process.stdin;
      return stdin;
    },
    env: process.env,
    cwd,
    terminal: { stdin: isatty(0), stdout: isatty(1), stderr: isatty(2) },
    fetch: globalThis.fetch,
    signal: interruption.signal,
  });
  // Input that was given up would keep the process alive.
  stdin?.destroy();
}

/** Undefined where it was removed since the shell went there. */
function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
