import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

export type Numbers = Readonly<Record<string, number>>;
/** A question to a child: `ask` names it, the rest is its options. */
export type Question = Readonly<Record<string, string | number>> & { readonly ask: string };

export interface Child {
  /** @throws Error when the child reports a failure, ends, or takes longer than `timeout` (milliseconds, 60 s when left out) */
  ask(question: Question, timeout?: number): Promise<Numbers>;
  stop(): Promise<void>;
}

const ANSWER_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 2_000;

/** Starts a process that answers questions (`answer`); `flags` are Node's. It ends with this one at the latest, because its channel closes. */
export function startChild(module: URL, args: readonly string[], flags: readonly string[] = []): Child {
  const child = fork(module, args, {
    execArgv: ["--expose-gc", ...flags],
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, { resolve(numbers: Numbers): void; reject(error: Error): void }>();
  let count = 0;

  child.on("message", (message) => {
    const { id, numbers, error } = parseReply(message);
    const entry = waiting.get(id);
    if (numbers) entry?.resolve(numbers);
    else entry?.reject(new Error(error));
  });
  child.on("exit", (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${args.join(" ")} ended with ${code ?? signal}`));
  });

  return {
    async ask(question, timeout = ANSWER_TIMEOUT_MS) {
      count += 1;
      const id = count;
      let timer: NodeJS.Timeout | undefined;
      try {
        return await new Promise<Numbers>((resolve, reject) => {
          timer = setTimeout(() => reject(new Error(`"${question.ask}" took longer than ${timeout} ms`)), timeout);
          waiting.set(id, { resolve, reject });
          child.send({ id, question }, (error) => error && reject(error));
        });
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    stop: () => stop(child),
  };
}

/** A child whose channel closes ends by itself (and writes its profile); one that hangs is killed. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

function parseReply(message: unknown): { id: number; numbers?: Numbers; error: string } {
  if (typeof message !== "object" || message === null || !("id" in message) || typeof message.id !== "number") {
    throw new TypeError("a child sent something that is not a reply");
  }
  const error = "error" in message ? String(message.error) : "no numbers";
  if (!("numbers" in message) || !isNumbers(message.numbers)) return { id: message.id, error };
  return { id: message.id, numbers: message.numbers, error };
}

function isNumbers(value: unknown): value is Numbers {
  return typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "number");
}
