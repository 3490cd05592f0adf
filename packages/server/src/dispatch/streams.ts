import { isInterrupted, isTerminal } from "@a2akit/protocol";
import type { StreamResponse } from "@a2akit/types";
import type { Caller } from "../call-context.ts";
import { resourceExhausted } from "../http-errors.ts";
import { statusOf } from "../log-entry.ts";
import { cutHistory } from "../methods/present-task.ts";
import type { Scope, Stored, TaskStore } from "../task-store.ts";

/** One event of a stream; `id` is the number of its log entry, where the event log extension is active. */
export interface NumberedEvent {
  readonly id?: number;
  readonly result: StreamResponse;
}

/** A place among the streams of a caller: whose it is. Given back when its stream ends, or by `release`. */
type StreamSlot = string;

interface StreamQuery {
  readonly scope: Scope;
  readonly taskId: string;
  /** The frame that opens the stream is the fold up to here. */
  readonly after: number;
  readonly opening: StreamResponse;
  /** A call looks only at interruptions of the run that answers its message; a subscriber has none and looks at all. */
  readonly input?: number;
  readonly ids: boolean;
  readonly slot: StreamSlot;
  /** The opening frame says it all: the task has ended and its log is read, or compacted. */
  readonly complete?: boolean;
  /** Messages that a Task has at most (A2A §3.2.4). */
  readonly historyLength?: number | undefined;
}

export interface Streams {
  /**
   * A place for whoever calls; which tenant it names does not count, else it could name another for each stream.
   * @throws A2AError RESOURCE_EXHAUSTED when the caller holds as many streams as it may.
   */
  reserve(caller: Pick<Caller, "tenant" | "owner">): StreamSlot;
  /** For a place that no stream took. */
  release(slot: StreamSlot): void;
  /** The opening frame, then every later entry that has a frame, in order, once. Must be iterated or returned. */
  follow(query: StreamQuery): AsyncIterableIterator<NumberedEvent>;
  /** How many are open. */
  count(): number;
  /** Ends all streams; whoever reads them can resume. */
  close(): void;
}

/** Streams as cursors over the log: none has a buffer, and one that ends touches neither the task nor the others. */
export function createStreams(store: TaskStore, { streamsPerCaller }: { readonly streamsPerCaller: number }): Streams {
  const held = new Map<string, number>();
  const open = new Set<Stream>();

  function release(slot: StreamSlot): void {
    const left = (held.get(slot) ?? 1) - 1;
    if (left > 0) held.set(slot, left);
    else held.delete(slot);
  }

  /** Gives the place back, once. */
  function end(stream: Stream): void {
    if (open.delete(stream)) release(stream.query.slot);
  }

  return {
    reserve({ tenant, owner }) {
      const slot = JSON.stringify([tenant, owner]);
      const count = held.get(slot) ?? 0;
      if (count >= streamsPerCaller) throw resourceExhausted(`More than ${streamsPerCaller} open streams`);
      held.set(slot, count + 1);
      return slot;
    },
    release,
    follow(query) {
      const stream = openStream(query, store, end);
      open.add(stream);
      return stream;
    },
    count: () => open.size,
    close() {
      for (const { controller } of open) controller.abort();
    },
  };
}

type Step = IteratorResult<NumberedEvent, undefined>;
const DONE: Step = { done: true, value: undefined };

/** A cursor's entries as events. Many are idle: each is one object, and holds no async function. */
interface Stream extends AsyncIterableIterator<NumberedEvent> {
  readonly query: StreamQuery;
  readonly store: TaskStore;
  readonly controller: AbortController;
  readonly entries: AsyncIterator<Stored>;
  readonly take: (step: IteratorResult<Stored, unknown>) => Step | Promise<Step>;
  opened: boolean;
  /** The event that closes the stream was given. */
  last: boolean;
  ended(stream: Stream): void;
}

function openStream(query: StreamQuery, store: TaskStore, ended: Stream["ended"]): Stream {
  const { scope, taskId, after, complete = false } = query;
  const controller = new AbortController();
  const stream: Stream = {
    query,
    store,
    controller,
    entries: store.entries(scope, taskId, after, controller.signal)[Symbol.asyncIterator](),
    take: (step) => take(stream, step),
    opened: false,
    last: complete,
    ended,
    next,
    return: leave,
    [Symbol.asyncIterator]: itself,
  };
  return stream;
}

function next(this: Stream): Promise<Step> {
  const { after, opening } = this.query;
  if (this.opened) return this.last ? Promise.resolve(end(this)) : this.entries.next().then(this.take);
  this.opened = true;
  return Promise.resolve(event(this, after, opening));
}

function leave(this: Stream): Promise<Step> {
  return Promise.resolve(end(this));
}

function end(stream: Stream): Step {
  stream.ended(stream);
  stream.controller.abort();
  return DONE;
}

function take(stream: Stream, step: IteratorResult<Stored, unknown>): Step | Promise<Step> {
  if (step.done === true) return stream.controller.signal.aborted ? end(stream) : final(stream);
  stream.last = closes(step.value, stream.query.input);
  const { number, entry } = step.value;
  if (entry.type === "status") return event(stream, number, { statusUpdate: entry.event });
  if (entry.type === "artifact") return event(stream, number, { artifactUpdate: entry.event });
  return entry.type === "message" ? stream.next() : taskEvent(stream, number);
}

/** The log was compacted before it was read: its Task says how it ended. */
function final(stream: Stream): Promise<Step> {
  stream.last = true;
  return taskEvent(stream);
}

async function taskEvent(stream: Stream, upTo?: number): Promise<Step> {
  const { scope, taskId, historyLength } = stream.query;
  const found = await stream.store.load(scope, taskId, upTo);
  if (found === undefined) return end(stream);
  return event(stream, upTo ?? found.last, { task: cutHistory(found.task, historyLength) });
}

function event({ query }: Stream, id: number, result: StreamResponse): Step {
  return { done: false, value: query.ids ? { id, result } : { result } };
}

function itself(this: Stream): Stream {
  return this;
}

/** A2A §3.1.2, §11.7: a stream closes on the frame that is terminal or interrupts. */
function closes({ input, entry }: Stored, own: number | undefined): boolean {
  const state = statusOf(entry)?.state;
  if (state === undefined) return false;
  return isTerminal(state) || (isInterrupted(state) && (own === undefined || own === input));
}
