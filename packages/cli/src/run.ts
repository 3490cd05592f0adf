import { CliError, usageError } from "./cli-error.ts";
import type { Io } from "./io.ts";
import { parse } from "./parse.ts";
import { type Token, tokenize } from "./tokenize.ts";

/**
 * Runs one command line and resolves with its exit status (EXIT_001); never rejects.
 *
 * @param argv the arguments, without node and the script
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const tokens = tokenize(argv);
  try {
    return await dispatch(tokens, io);
  } catch (error) {
    const { reportError } = await import("./report-error.ts");
    return reportError(error, { tokens, io });
  }
}

async function dispatch(tokens: readonly Token[], io: Io): Promise<number> {
  const words = tokens.flatMap((token) => (token.kind === "word" ? [token.value] : []));
  const unknown = tokens.find((token) => token.kind === "unknown");
  const asks = (name: string) => !unknown && tokens.some((token) => token.kind === "flag" && token.name === name);
  if (asks("version")) {
    const { version } = await import("./version.ts");
    io.stdout.write(`${version}\n`);
  } else if (asks("help") || (words.length === 0 && tokens.length === 0)) {
    const { helpText } = await import("./help-text.ts");
    io.stdout.write(helpText(words, io.env));
  } else if (words.length === 0) {
    throw usageError(
      unknown ? `There is no option ${unknown.written} without a command` : "A command is missing",
      "a2a help",
    );
  } else {
    return runCommand(tokens, io);
  }
  return 0;
}

async function runCommand(tokens: readonly Token[], io: Io): Promise<number> {
  const invocation = parse(tokens, io.env);
  const { timeout } = invocation.values;
  const clock = new AbortController();
  const expire = () =>
    clock.abort(
      new CliError("A2ACLI_ERR_TIMEOUT", `Not done within ${timeout} ms`, { hint: `a2a help ${invocation.name}` }),
    );
  const timer = timeout === undefined ? undefined : setTimeout(expire, timeout);
  try {
    const command = await invocation.command.load();
    return (await command({ invocation, io, signal: AbortSignal.any([io.signal, clock.signal]) })) ?? 0;
  } finally {
    clearTimeout(timer);
  }
}
