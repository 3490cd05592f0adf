import { AssertionError } from "node:assert/strict";
import { isTerminal } from "@a2akit/protocol";
import type { StreamResponse } from "@a2akit/types";
import { type Frames, openScript, subscribe } from "../frames.ts";
import { call, type Peer, script } from "../peer.ts";
import { stateOf, taskOf } from "../tasks.ts";
import { LAST } from "./counting-agent.ts";

/** What the caller of one task was told. */
export interface Journey {
  readonly taskId: string;
  /** The URL of its webhook. */
  readonly hook: string;
  /** Number of the entry that the opening Task was folded up to. */
  readonly opened: number;
  /** Every later frame by the number of its entry. */
  readonly frames: ReadonlyMap<number, StreamResponse>;
  /** Frames that came twice. */
  readonly repeated: number;
  /** Ids of the follow-ups that were acknowledged. */
  readonly acknowledged: readonly string[];
}

const EXTENSION = { "a2a-extensions": "urn:a2akit:event-log:1" };

/** Tries again for as long as the reason is a lost connection. A server that answers wrongly is another matter. */
async function persist<T>(work: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    try {
      const value = await work();
      if (value !== undefined) return value;
    } catch (error) {
      if (error instanceof AssertionError) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Opens a task, sends a follow-up while it runs, and follows it to its end over however many lost connections. */
export async function travel(peer: Peer, newHook: () => string, onFrame: () => void): Promise<Journey> {
  const frames = new Map<number, StreamResponse>();
  let repeated = 0;

  const opened = await persist(async () => {
    // A new one for every attempt: a task that nobody was told of has a webhook, too.
    const hook = newHook();
    const configuration = { taskPushNotificationConfig: { url: hook } };
    const stream = await openScript(peer, "first", { headers: EXTENSION, configuration });
    const opening = await stream.next();
    return opening && { hook, stream, taskId: taskOf(opening).id, number: Number(opening.id) };
  });
  const { taskId } = opened;
  let last = opened.number;

  /** Reads to the end of a stream; true when the task has ended. */
  async function read(stream: Frames): Promise<boolean> {
    for (let frame = await stream.next(); frame; frame = await stream.next()) {
      onFrame();
      const number = Number(frame.id);
      if (frames.has(number)) repeated += 1;
      frames.set(number, frame.event);
      last = number;
      const state = stateOf(frame.event);
      if (state !== undefined && isTerminal(state)) return true;
    }
    return false;
  }
  async function follow(): Promise<void> {
    let stream: Frames | undefined = opened.stream;
    await persist(async () => {
      const current = stream ?? (await reopen());
      stream = undefined;
      return current !== undefined && (await read(current)) ? true : undefined;
    });
  }
  async function reopen(): Promise<Frames | undefined> {
    const stream = await subscribe(peer, taskId, { headers: { ...EXTENSION, "last-event-id": `${last}` } });
    return (await stream.next()) && stream;
  }
  /** Whether a follow-up was acknowledged; false where the task had ended by then. */
  async function followUp(): Promise<string | false> {
    return persist(async () => {
      const params = script(LAST, { taskId, configuration: { returnImmediately: true } });
      const { envelope } = await call(peer, "SendMessage", params);
      return envelope.error === undefined ? params.message.messageId : false;
    });
  }

  const [acknowledged] = await Promise.all([followUp(), follow()]);
  return {
    taskId,
    hook: opened.hook,
    opened: opened.number,
    frames,
    repeated,
    acknowledged: acknowledged === false ? [] : [acknowledged],
  };
}
