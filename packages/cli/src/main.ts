import { isatty } from "node:tty";
import { CliError, exitStatus } from "./cli-error.ts";
import { run } from "./run.ts";

/** Runs the command line of this process, and leaves its exit status. */
export async function main(): Promise<void> {
  const interruption = new AbortController();
  // The second signal finds no listener and ends the process at once.
  process.once("SIGINT", () => interruption.abort(new CliError("A2AKIT_ERR_INTERRUPTED", "Interrupted")));
  process.once("SIGTERM", () => interruption.abort(new CliError("A2AKIT_ERR_TERMINATED", "Terminated")));
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough (`a2a … | head`) is no failure.
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`Error: Cannot write: ${error.message}\n`);
    process.exit(exitStatus.A2ACLI_ERR_INTERNAL);
  });

  let stdin: NodeJS.ReadStream | undefined;

  process.exitCode = await run(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin() {
      stdin = process.stdin;
      return stdin;
    },
    env: process.env,
    cwd: process.cwd(),
    terminal: { stdin: isatty(0), stdout: isatty(1), stderr: isatty(2) },
    fetch: globalThis.fetch,
    signal: interruption.signal,
  });
  // Input that was given up would keep the process alive.
  stdin?.destroy();
}
