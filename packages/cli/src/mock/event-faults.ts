import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerSentEvent } from "@a2akit/protocol";

type Events = AsyncIterable<ServerSentEvent>;

/** Changes the course of a stream; the signal aborts when its reader has left. */
export type ChangeEvents = (events: Events, signal: AbortSignal) => Events;

/** Ends after `count` events as a connection does that is lost. */
export function drop(count: number): ChangeEvents {
  return async function* (events) {
    let seen = 0;
    for await (const event of events) {
      yield event;
      seen += 1;
      if (seen === count) throw new Error(`The mock dropped the connection after ${count} events`);
    }
  };
}

/** Positions count from 1. */
export function duplicate(position: number): ChangeEvents {
  return at(position, (event) => [event, event]);
}

export function lose(position: number): ChangeEvents {
  return at(position, () => []);
}

/** The event at `position` comes after the one that follows it. */
export function reorder(position: number): ChangeEvents {
  return async function* (events) {
    let held: ServerSentEvent | undefined;
    let count = 0;
    for await (const event of events) {
      count += 1;
      if (count === position) {
        held = event;
        continue;
      }
      yield event;
      if (held) yield held;
      held = undefined;
    }
    if (held) yield held;
  };
}

/** `milliseconds` before each event. */
export function pace(milliseconds: number): ChangeEvents {
  return async function* (events, signal) {
    for await (const event of events) {
      await sleep(milliseconds, undefined, { signal });
      yield event;
    }
  };
}

/** Not closed at its end. */
export const keepOpen: ChangeEvents = async function* (events, signal) {
  yield* events;
  if (!signal.aborted) await once(signal, "abort");
};

function at(position: number, change: (event: ServerSentEvent) => ServerSentEvent[]): ChangeEvents {
  return async function* (events) {
    let count = 0;
    for await (const event of events) {
      count += 1;
      yield* count === position ? change(event) : [event];
    }
  };
}
