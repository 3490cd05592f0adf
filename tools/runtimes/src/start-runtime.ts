import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { bundle } from "./bundle.ts";
import { type RuntimeName, runtimes } from "./runtimes.ts";

export type { RuntimeName } from "./runtimes.ts";

export interface RuntimeOptions {
  /** Classes that the script exports as Durable Objects, each bound under its name; workerd alone has such. Default: none. */
  readonly durableObjects?: readonly string[];
}

/** A runtime that was started here and is stopped here. */
export interface Runtime {
  readonly name: RuntimeName;
  /** `http://127.0.0.1:port`, without a path. */
  readonly url: string;
  /** What it complained about so far: the end of its standard error. */
  complaints(): string;
  /** Asks it to end, and waits until it has; one that does not is killed after 5 s. */
  stop(): Promise<void>;
}

/** Milliseconds that a runtime may take to listen, and to end. */
const START_TIMEOUT = 60_000;
const STOP_TIMEOUT = 5_000;
/** Characters of standard error that are kept. */
const COMPLAINTS = 64 * 1024;

/**
 * Starts a script in another runtime than this one, as a server on the loopback interface.
 *
 * The script is a module, TypeScript or not, that exports `fetch(request: Request): Response | Promise<Response>`. It is
 * bundled with all it imports, modules of Node excepted, so that what runs is one file for the web platform.
 *
 * @throws Error with what the runtime complained about when it ends before it listens, or does not listen within 60 s
 */
export async function startRuntime(
  name: RuntimeName,
  script: string | URL,
  { durableObjects = [] }: RuntimeOptions = {},
): Promise<Runtime> {
  const { condition, launcher, command, ready } = runtimes[name];
  const folder = mkdtempSync(join(tmpdir(), `a2akit-${name}-`));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await bundle({ script, launcher, condition, outfile: join(folder, "app.mjs") });
  } catch (error) {
    remove();
    throw error;
  }
  const [file, ...args] = command({ folder, durableObjects });
  const child = spawn(file, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe", "pipe"] });
  // Whatever ends this process ends the runtime too.
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const closed = once(child, "close").finally(() => {
    process.off("exit", kill);
    remove();
  });
  closed.catch(() => {});
  let complaints = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaints = (complaints + chunk).slice(-COMPLAINTS);
  });
  const said = child.stdio[ready.descriptor];
  const timer = setTimeout(kill, START_TIMEOUT);
  const match = said instanceof Readable ? await firstMatch(said, ready.pattern) : undefined;
  clearTimeout(timer);
  if (match === undefined) {
    kill();
    await closed.catch(() => {});
    throw new Error(`${name} did not start ${script}:\n${complaints}`);
  }
  if (ready.descriptor !== 1) child.stdout?.resume();

  return {
    name,
    url: `http://127.0.0.1:${match[1]}`,
    complaints: () => complaints,
    async stop() {
      const deadline = setTimeout(kill, STOP_TIMEOUT);
      child.kill("SIGTERM");
      await closed;
      clearTimeout(deadline);
    },
  };
}

/** Reads on after the match, so that the runtime is never held up by a full pipe. */
function firstMatch(stream: Readable, pattern: RegExp): Promise<RegExpExecArray | undefined> {
  return new Promise((resolve) => {
    let seen = "";
    const look = (chunk: Buffer): void => {
      seen += chunk;
      const match = pattern.exec(seen);
      if (match === null) return;
      stream.off("data", look).resume();
      resolve(match);
    };
    stream.on("data", look);
    stream.on("close", () => resolve(undefined));
  });
}
