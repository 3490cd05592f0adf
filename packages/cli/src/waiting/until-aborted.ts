import { once } from "node:events";

/** The same items, until the signal aborts: rejects with its reason even while an item is waited for that may never come. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  signal.throwIfAborted();
  const aborted = once(signal, "abort").then((): never => {
    throw signal.reason;
  });
  // Nobody may be waiting when it does.
  aborted.catch(() => {});
  const iterator = source[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await Promise.race([iterator.next(), aborted]);
    if (done) return;
    yield value;
  }
}
