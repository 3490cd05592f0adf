import { setTimeout as delay } from "node:timers/promises";
import type { AgentEvent, AgentEvents } from "@a2akit/server";
import { untilAborted } from "./gates.ts";
import type { Scene } from "./scripted-agent.ts";

/** One step of a script: what stands behind its name, split at the colons, becomes events. */
type Step = (words: readonly string[], scene: Scene) => Events | Promise<Events>;
type Events = Iterable<AgentEvent> | AsyncIterable<AgentEvent>;

type StatusHelper = "working" | "inputRequired" | "authRequired" | "completed" | "failed" | "rejected" | "canceled";

const status =
  (helper: StatusHelper): Step =>
  (words, { context }) => [words.length === 0 ? bare(context, helper) : context[helper](words.join(":"))];

const STATES = { failed: "TASK_STATE_FAILED", rejected: "TASK_STATE_REJECTED" } as const;

/** A status without a message; some helpers insist on one. */
function bare(events: AgentEvents, helper: StatusHelper): AgentEvent {
  if (helper === "failed" || helper === "rejected") return events.status(STATES[helper]);
  return helper === "inputRequired" || helper === "authRequired" ? events[helper]("?") : events[helper]();
}

/** What follows a wait that may have been cut short by a cancel. */
const unlessCanceled = ({ context }: Scene): AgentEvent[] => (context.signal.aborted ? [context.canceled()] : []);

export const steps: Readonly<Record<string, Step>> = {
  /** `work[:T]` */
  work: status("working"),
  /** `input:T`, `auth:T`: the steps that follow are taken all the same. */
  input: status("inputRequired"),
  auth: status("authRequired"),
  /** `done[:T]`, `fail[:T]`, `reject[:T]`, `canceled[:T]` */
  done: status("completed"),
  fail: status("failed"),
  reject: status("rejected"),
  canceled: status("canceled"),

  /** `art:ID:TEXT[:append][:last]` */
  art([artifactId = "", text = "", ...flags]) {
    const append = flags.includes("append");
    return [{ artifact: { artifactId, parts: [{ text }] }, append, lastChunk: flags.includes("last") }];
  },
  /** `chunks:ID:N`: N parts of one artifact, the numbers from 0. */
  chunks,
  /** `drip:ID:N`: the same, each in a turn of the event loop. */
  async *drip(words) {
    for (const event of chunks(words)) {
      await new Promise(setImmediate);
      yield event;
    }
  },
  /** `echo`: the parts after the script, and the metadata of the message. */
  echo(_, { context: { message } }) {
    const { metadata } = message;
    return [{ artifact: { artifactId: "echo", parts: message.parts.slice(1), ...(metadata && { metadata }) } }];
  },

  /** `wait:MS`: ends early on cancel, then CANCELED. */
  async wait([milliseconds = "0"], scene) {
    await delay(Number(milliseconds), undefined, { signal: scene.context.signal }).catch(() => undefined);
    return unlessCanceled(scene);
  },
  /** `gate:NAME`: as `wait`, until the test opens the gate. */
  async gate([name = ""], scene) {
    await scene.gates?.pass(name, scene.context.signal);
    return unlessCanceled(scene);
  },
  /** `deaf:NAME`: a gate that no cancel opens. */
  async deaf([name = ""], { gates }) {
    await gates?.pass(name, NEVER);
    return [];
  },
  /** `hang`: until the signal aborts, and then nothing. */
  async hang(_, { context }) {
    await untilAborted(new Promise(() => {}), context.signal);
    return [];
  },

  throw() {
    throw new Error("SECRET: thrown by a step");
  },
};

function* chunks([artifactId = "", count = "0"]: readonly string[]): Generator<AgentEvent> {
  for (let index = 0; index < Number(count); index++) {
    yield { artifact: { artifactId, parts: [{ text: String(index) }] }, append: index > 0 };
  }
}

const NEVER = new AbortController().signal;
