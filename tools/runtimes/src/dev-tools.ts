import type { Readable, Writable } from "node:stream";

/** What the browser says: an answer, which has the id of a command, or an event, which has a method. */
interface Said {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly error?: { readonly message: string };
  // Members by command, from the browser's own protocol, which the callers know.
  readonly result?: Record<string, unknown>;
}

interface Command {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
}

/** The Chrome DevTools Protocol over a pair of pipes. */
export interface DevTools {
  /** @throws Error that names the method, when the browser refuses it or ends */
  call(command: Command): Promise<Record<string, unknown>>;
  /** Resolves with the next event of this name. */
  event(method: string, sessionId: string): Promise<void>;
}

interface Waiting {
  readonly fits: (said: Said) => boolean;
  readonly resolve: (said: Said) => void;
  readonly reject: (error: Error) => void;
}

const ENDED = "The browser has ended";

/** Messages are JSON, each ended by a zero byte. */
export function createDevTools(commands: Writable, messages: Readable): DevTools {
  const waiting = new Set<Waiting>();
  let unread = "";
  let ids = 0;

  const next = (fits: Waiting["fits"]): Promise<Said> =>
    new Promise((resolve, reject) => {
      if (messages.closed) return reject(new Error(ENDED));
      waiting.add({ fits, resolve, reject });
    });

  messages.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (unread + chunk).split("\0");
    unread = parts.pop() ?? "";
    for (const part of parts) {
      const said: Said = JSON.parse(part);
      for (const each of waiting) if (each.fits(said) && waiting.delete(each)) each.resolve(said);
    }
  });
  messages.on("close", () => {
    for (const each of waiting) each.reject(new Error(ENDED));
  });
  // The other pipe tells.
  commands.on("error", () => {});

  return {
    async call(command) {
      ids += 1;
      const id = ids;
      const answer = next((said) => said.id === id);
      commands.write(`${JSON.stringify({ id, ...command })}\0`);
      const { error, result = {} } = await answer;
      if (error) throw new Error(`${command.method}: ${error.message}`);
      return result;
    },
    async event(method, sessionId) {
      await next((said) => said.method === method && said.sessionId === sessionId);
    },
  };
}
