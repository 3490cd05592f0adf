import { each } from "./changes.ts";
import type { Defect, Sent } from "./defect.ts";

const at = (index: number, change: (event: Sent) => Sent[]) => (events: AsyncIterable<Sent>) =>
  each(events, (event, position) => (position === index ? change(event) : [event]));

const every = (change: (event: Sent) => Sent) => (events: AsyncIterable<Sent>) =>
  each(events, (event) => [change(event)]);

/** Faults in streams. */
export const streamDefects: readonly Defect[] = [
  { title: "an event is lost", breaks: "stream-order", stream: at(2, () => []) },
  { title: "an event is sent twice", breaks: "stream-order", stream: at(2, (event) => [event, event]) },
  { title: "two events change places", breaks: "stream-order", stream: swapped },
  { title: "a stream opens without its Task", breaks: "stream-task-first", stream: at(0, () => []) },
  { title: "a subscription opens without its Task", breaks: "subscribe-task-first", stream: at(0, () => []) },
  { title: "a stream is not closed", breaks: "stream-closes-terminal", stream: neverEnding, hangs: true },
  { title: "a stream is held back until it is complete", breaks: "stream-live", stream: heldBack, hangs: true },
  {
    title: "frames carry another id",
    breaks: "stream-frames",
    stream: every((event) => ({ ...event, data: { ...event.data, id: "other" } })),
  },
  { title: "frames have no event ids", breaks: "log-ids", stream: every((event) => ({ ...event, id: undefined })) },
  { title: "frames have event ids unasked", breaks: "log-off", stream: every((event) => ({ ...event, id: "1" })) },
  {
    title: "event ids are off by one",
    breaks: "log-resume",
    stream: every((event) => (event.id === undefined ? event : { ...event, id: String(Number(event.id) + 1) })),
  },
];

async function* swapped(events: AsyncIterable<Sent>): AsyncGenerator<Sent> {
  let held: Sent | undefined;
  let position = 0;
  for await (const event of events) {
    if (position++ === 1) {
      held = event;
      continue;
    }
    yield event;
    if (held) yield held;
    held = undefined;
  }
  if (held) yield held;
}

async function* neverEnding(events: AsyncIterable<Sent>): AsyncGenerator<Sent> {
  yield* events;
  await new Promise(() => {});
}

async function* heldBack(events: AsyncIterable<Sent>): AsyncGenerator<Sent> {
  const all: Sent[] = [];
  for await (const event of events) all.push(event);
  yield* all;
}
