import { usageError } from "./cli-error.ts";
import { parse } from "./command-line/parse.ts";
import { type Token, tokenize } from "./command-line/tokenize.ts";
import type { RateLimit } from "./fetch/rate-limit.ts";
import type { Io } from "./io.ts";
import { messageOf } from "./message-of.ts";
import { warn } from "./output/output.ts";
import { type Layers, mergeLayers, readLayers, sourceOf } from "./settings/layers.ts";
import { startClock } from "./waiting/clock.ts";

/**
 * Runs one command line and resolves with its exit status (EXIT_001); never rejects.
 *
 * @param argv the arguments, without node and the script
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const tokens = tokenize(argv);
  if (asksFor("version", tokens)) {
    const { version } = await import("./version.ts");
    io.stdout.write(`${version}\n`);
    return 0;
  }
  const learnt = { secrets: new Set<string>(), rateLimit: {} };
  let world = io;
  try {
    const settings = await readLayers(tokens, io);
    world = { ...io, env: mergeLayers(settings.layers) };
    return await dispatch(tokens, { io: world, settings, ...learnt });
  } catch (error) {
    const { reportError } = await import("./output/report-error.ts");
    return reportError(error, { tokens, io: world, ...learnt });
  }
}

interface Surroundings {
  readonly io: Io;
  readonly settings: Layers;
  readonly secrets: Set<string>;
  readonly rateLimit: RateLimit;
}

async function dispatch(tokens: readonly Token[], surroundings: Surroundings): Promise<number> {
  const { io } = surroundings;
  const words = tokens.flatMap((token) => (token.kind === "word" ? [token.value] : []));
  if (asksFor("help", tokens) || tokens.length === 0) {
    const { helpText } = await import("./command-line/help-text.ts");
    io.stdout.write(helpText(words, io.env));
    return 0;
  }
  if (words.length > 0) return runCommand(tokens, surroundings);
  const unknown = tokens.find((token) => token.kind === "unknown");
  throw usageError(
    unknown ? `There is no option ${unknown.written} without a command` : "A command is missing",
    "a2a help",
  );
}

/** An option that is not known makes the rest of the line doubtful. */
function asksFor(name: string, tokens: readonly Token[]): boolean {
  const isKnown = tokens.every(({ kind }) => kind !== "unknown");
  return isKnown && tokens.some((token) => token.kind === "flag" && token.name === name);
}

async function runCommand(tokens: readonly Token[], { io, settings, ...learnt }: Surroundings): Promise<number> {
  const { layers, fault, problems, warnings } = settings;
  const invocation = parse(tokens, io.env, (variable) => {
    const source = sourceOf(variable, layers);
    return source === undefined || source === "environment" ? variable : `${variable} in ${source}`;
  });
  const { settings: use = "needed" } = invocation.command;
  const [problem] = problems;
  const refusal = fault ?? (use === "needed" ? problem : undefined);
  if (refusal && use !== "unused") throw refusal;
  if (use !== "unused") for (const warning of [...warnings, ...problems.map(messageOf)]) warn(io, warning);
  const clock = startClock(invocation.command.timesItself ? undefined : invocation.values.timeout, [io.signal]);
  try {
    const command = await invocation.command.load();
    return (await command({ invocation, io, layers, signal: clock.signal, ...learnt })) ?? 0;
  } finally {
    clock.stop();
  }
}
