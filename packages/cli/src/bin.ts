#!/usr/bin/env node
import { CliError } from "./cli-error.ts";
import { run } from "./run.ts";

const interruption = new AbortController();
// The second SIGINT finds no listener and ends the process at once.
process.once("SIGINT", () => interruption.abort(new CliError("A2ACLI_ERR_INTERRUPTED", "Interrupted")));
// A reader that has seen enough (`a2a … | head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  // Looked up when a command reads it: opening it costs time.
  get stdin() {
    return process.stdin;
  },
  env: process.env,
  cwd: process.cwd(),
  fetch: globalThis.fetch,
  signal: interruption.signal,
});
