interface Puller {
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<unknown>;
}

/**
 * The chunks of a stream or iterable. An abort ends the wait for the next chunk at once, whatever the source does; the source is cancelled
 * whenever the reading ends.
 *
 * @throws the signal's reason; what the source throws.
 */
export async function* readChunks(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const puller = pull(source);
  let interrupt: (reason: unknown) => void = () => {};
  const onAbort = () => interrupt(signal?.reason);
  signal?.addEventListener("abort", onAbort);
  try {
    for (;;) {
      signal?.throwIfAborted();
      // A race with one promise per signal would keep every chunk's reaction alive until the signal goes.
      const { done, value } = await new Promise<Awaited<ReturnType<Puller["read"]>>>((resolve, reject) => {
        interrupt = reject;
        puller.read().then(resolve, reject);
      });
      if (done) return;
      if (value !== undefined) yield value;
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
    // Not awaited: a generator that hangs in its own await answers no return() either.
    puller.cancel().catch(() => {});
  }
}

/** Not every runtime iterates a ReadableStream, so its reader is asked. */
function pull(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): Puller {
  if ("getReader" in source) return source.getReader();
  const iterator = source[Symbol.asyncIterator]();
  return { read: () => iterator.next(), cancel: async () => iterator.return?.() };
}
