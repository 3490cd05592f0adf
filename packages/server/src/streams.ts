import { isInterrupted, isTerminal } from "@a2akit/protocol";
import type { StreamResponse } from "@a2akit/types";
import type { Caller } from "./call-context.ts";
import { resourceExhausted } from "./http-errors.ts";
import { statusOf } from "./log-entry.ts";
import type { Scope, Stored, TaskStore } from "./task-store.ts";

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
  const open = new Set<AbortController>();

  function follow({
    scope,
    taskId,
    after,
    opening,
    input,
    ids,
    slot,
    complete,
  }: StreamQuery): AsyncIterableIterator<NumberedEvent> {
    const controller = new AbortController();
    const entries = store.entries(scope, taskId, after, controller.signal)[Symbol.asyncIterator]();
    let first = true;
    let last = complete === true;
    open.add(controller);

    function end(): Step {
      if (!open.delete(controller)) return DONE;
      release(slot);
      controller.abort();
      return DONE;
    }
    function event(id: number, result: StreamResponse): Step {
      return { done: false, value: ids ? { id, result } : { result } };
    }
    function take(step: IteratorResult<Stored, unknown>): Step | Promise<Step> {
      if (step.done === true) return controller.signal.aborted ? end() : final();
      last = closes(step.value, input);
      const { number, entry } = step.value;
      if (entry.type === "status") return event(number, { statusUpdate: entry.event });
      if (entry.type === "artifact") return event(number, { artifactUpdate: entry.event });
      if (entry.type === "message") return next();
      return store
        .load(scope, taskId, number)
        .then((found) => (found === undefined ? end() : event(number, { task: found.task })));
    }
    /** The log was compacted before it was read: its Task says how it ended. */
    async function final(): Promise<Step> {
      last = true;
      const found = await store.load(scope, taskId);
      return found === undefined ? end() : event(found.last, { task: found.task });
    }
    /** No async function, whose frame every idle stream would keep. */
    function next(): Promise<Step> {
      if (!first) return last ? Promise.resolve(end()) : entries.next().then(take);
      first = false;
      return Promise.resolve(event(after, opening));
    }
    return { [Symbol.asyncIterator]: itself, next, return: async () => end() };
  }

  function release(slot: StreamSlot): void {
    const left = (held.get(slot) ?? 1) - 1;
    if (left > 0) held.set(slot, left);
    else held.delete(slot);
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
    follow,
    count: () => open.size,
    close() {
      for (const controller of open) controller.abort();
    },
  };
}

type Step = IteratorResult<NumberedEvent, undefined>;
const DONE: Step = { done: true, value: undefined };

function itself(this: AsyncIterableIterator<NumberedEvent>): AsyncIterableIterator<NumberedEvent> {
  return this;
}

/** A2A §3.1.2, §11.7: a stream closes on the frame that is terminal or interrupts. */
function closes({ input, entry }: Stored, own: number | undefined): boolean {
  const state = statusOf(entry)?.state;
  if (state === undefined) return false;
  return isTerminal(state) || (isInterrupted(state) && (own === undefined || own === input));
}
