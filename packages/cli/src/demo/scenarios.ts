import { setTimeout as delay } from "node:timers/promises";
import type { AgentContext, AgentEvent, AgentReply } from "@a2akit/server";

/** One thing that the demo agent does, by the first word of a message. */
export interface Scenario {
  readonly summary: string;
  /** `rest` is the text after the word. */
  readonly run: (context: AgentContext, rest: string) => AgentReply | Promise<AgentReply>;
}

/** Milliseconds that an authorization takes which is given elsewhere. */
const AUTHORIZATION = 3_000;
/** Milliseconds between two chunks. */
const PAUSE = 1_000;

export const scenarios: Readonly<Record<string, Scenario>> = {
  say: {
    summary: "answers with a Message, without a task",
    run: async (_, rest) => rest || "Hello!",
  },
  ask: { summary: "asks for a name (INPUT_REQUIRED) and greets it", run: ask },
  "sign-in": { summary: "waits for an authorization (AUTH_REQUIRED) that comes by itself after 3 s", run: signIn },
  count: { summary: "counts, a second per number, in chunks of one artifact", run: count },
  files: { summary: "makes a text file, a CSV file and data", run: files },
  fail: {
    summary: "fails",
    run: async function* ({ failed }) {
      yield failed("It was asked to fail");
    },
  },
  reject: {
    summary: "is rejected",
    run: async function* ({ rejected }) {
      yield rejected("It was asked to be rejected");
    },
  },
};

/** Anything else comes back as an artifact. */
export async function* echo({ message, working, artifact }: AgentContext): AsyncIterable<AgentEvent> {
  yield working("Looking at it");
  yield artifact({ name: "Echo", parts: message.parts });
}

async function* ask({ task, text, inputRequired, completed }: AgentContext): AsyncIterable<AgentEvent> {
  yield task === undefined ? inputRequired("What is your name?") : completed(`Hello, ${text}!`);
}

async function* signIn({ authRequired, working, completed, signal }: AgentContext): AsyncIterable<AgentEvent> {
  yield authRequired("Sign in elsewhere; here, waiting for 3 s is enough");
  await delay(AUTHORIZATION, undefined, { signal });
  yield working("Signed in");
  yield completed("Done, on your behalf");
}

async function* count({ artifact, working, signal }: AgentContext, rest: string): AsyncIterable<AgentEvent> {
  const last = Math.min(Math.max(Number.parseInt(rest, 10) || 5, 1), 60);
  for (let number = 1; number <= last; number += 1) {
    yield working(`${number} of ${last}`);
    await delay(PAUSE, undefined, { signal });
    yield artifact({
      artifactId: "numbers",
      name: "Numbers",
      parts: `${number} `,
      append: number > 1,
      lastChunk: number === last,
    });
  }
}

async function* files({ artifact }: AgentContext): AsyncIterable<AgentEvent> {
  const rows = ["city,people", "Bieberach,34000", "Ulm,129000"];
  yield artifact({ name: "Note", parts: "Made by the demo agent.\n" });
  yield artifact({
    name: "Cities",
    parts: [
      { raw: Buffer.from(`${rows.join("\n")}\n`).toString("base64"), filename: "cities.csv", mediaType: "text/csv" },
    ],
  });
  yield artifact({ name: "Total", parts: [{ data: { people: 163_000 }, mediaType: "application/json" }] });
}
