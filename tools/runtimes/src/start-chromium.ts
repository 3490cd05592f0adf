import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { createDevTools } from "./dev-tools.ts";

/** A browser without a window that was started here and is stopped here. */
export interface Chromium {
  /** Opens a page of `startPage`, waits until it has shown everything, and gives the text that a reader would see. */
  read(url: string): Promise<string>;
  /** Asks it to end, and waits until it has; one that does not is killed after 5 s. */
  stop(): Promise<void>;
}

/** Milliseconds that it may take to end. */
const STOP_TIMEOUT = 5_000;

const FLAGS = [
  "--headless=new",
  "--remote-debugging-pipe",
  "--disable-gpu",
  "--disable-background-networking",
  // Containers have little of it.
  "--disable-dev-shm-usage",
  "--no-first-run",
  // Neither root nor a machine that forbids user namespaces can have its sandbox; the pages are our own.
  "--no-sandbox",
];

/** Characters of standard error that are kept. */
const COMPLAINTS = 8 * 1024;

/** Starts the program at `path`, with a profile of its own. @throws Error with what it complained about when it ends at once */
export async function startChromium(path: string): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), "a2akit-chromium-"));
  const child = spawn(path, [...FLAGS, `--user-data-dir=${profile}`], {
    env: { ...process.env, HOME: profile },
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  let complaints = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaints = (complaints + chunk).slice(-COMPLAINTS);
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const closed = once(child, "close").finally(() => {
    process.off("exit", kill);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  closed.catch(() => {});
  const [, , , commands, messages] = child.stdio;
  if (!(commands instanceof Writable && messages instanceof Readable)) throw new Error(`${path} was not started`);
  const { call, event } = createDevTools(commands, messages);
  await call({ method: "Browser.getVersion" }).catch(async (error: Error) => {
    kill();
    await closed.catch(() => {});
    throw new Error(`${path} did not start: ${error.message}\n${complaints}`);
  });

  return {
    async read(url) {
      const { targetId } = await call({ method: "Target.createTarget", params: { url: "about:blank" } });
      const attached = await call({ method: "Target.attachToTarget", params: { targetId, flatten: true } });
      const sessionId = String(attached.sessionId);
      await call({ method: "Page.enable", sessionId });
      const loaded = event("Page.loadEventFired", sessionId);
      await Promise.all([loaded, call({ method: "Page.navigate", params: { url }, sessionId })]);
      const params = { expression: "shown.then(() => document.body.innerText)", awaitPromise: true };
      const { result } = await call({ method: "Runtime.evaluate", params, sessionId });
      await call({ method: "Target.closeTarget", params: { targetId } });
      return String((result as { value?: unknown }).value);
    },
    async stop() {
      const deadline = setTimeout(kill, STOP_TIMEOUT);
      await call({ method: "Browser.close" }).catch(() => {});
      await closed;
      clearTimeout(deadline);
    },
  };
}
