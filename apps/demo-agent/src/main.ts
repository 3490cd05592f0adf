import { DEMO_API_KEY } from "./card.ts";
import { createLineLogger } from "./line-logger.ts";
import { openStore } from "./open-store.ts";
import { HELP, type Options, parseOptions } from "./options.ts";
import { MOUNTS, startDemoAgent } from "./start-demo-agent.ts";

const USAGE_ERROR = 2;

function readOptions(): Options | undefined {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${HELP}`);
    process.exitCode = USAGE_ERROR;
    return undefined;
  }
}

async function run({ port, store: location, log }: Options): Promise<void> {
  const store = openStore(location);
  const logger = createLineLogger((line) => process.stderr.write(line));
  const agent = await startDemoAgent({ port, store, ...(log && { logger }) });
  const stop = () => void agent.close().then(() => store.close());
  // `once`: a second Ctrl-C ends the process at once.
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  // Last: whoever reads it may ask at once for the end.
  process.stdout.write(greeting(agent.url));
}

function greeting(url: string): string {
  const mounts = MOUNTS.map(({ path, dialect }) => {
    const key = dialect.security === undefined ? "" : `  X-API-KEY: ${DEMO_API_KEY}`;
    const base = `${url}${path}`.replace(/\/?$/, "/");
    return `  ${base.padEnd(30)}  ${dialect.name}${key}\n`;
  });
  return `Business partner onboarding, on sample data:\n${mounts.join("")}Probes: ${url}/livez, ${url}/readyz. Ctrl-C stops it.\n`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a person can do about it, where it is the port. */
function reasonOf(error: unknown, { port }: Options): string {
  const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  return isTaken ? `port ${port} is taken; --port names another one, 0 a free one` : messageOf(error);
}

const options = readOptions();
if (options?.help) process.stdout.write(HELP);
else if (options !== undefined) {
  await run(options).catch((error: unknown) => {
    process.stderr.write(`The agent cannot start: ${reasonOf(error, options)}\n`);
    process.exitCode = 1;
  });
}
