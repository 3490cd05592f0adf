/** How chunks are drawn from a stream or an iterable. */
export interface ChunkReader {
  /** @throws the signal's reason; what the source throws. */
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  /** Ends the reading; the source is told, and not waited for. */
  close(): void;
}

/** Reads a source chunk by chunk. An abort ends the wait for the next chunk at once, whatever the source does. */
export function createChunkReader(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): ChunkReader {
  const { read, cancel } = pull(source);
  let interrupt: (reason: unknown) => void = () => {};
  const onAbort = () => interrupt(signal?.reason);
  signal?.addEventListener("abort", onAbort);
  return {
    read: signal
      ? () =>
          // A race with one promise per signal would keep every chunk's reaction alive until the signal goes.
          new Promise((resolve, reject) => {
            signal.throwIfAborted();
            interrupt = reject;
            read().then(resolve, reject);
          })
      : read,
    close() {
      signal?.removeEventListener("abort", onAbort);
      // Not awaited: a generator that hangs in its own await answers no return() either.
      cancel().catch(() => {});
    },
  };
}

interface Pull {
  readonly read: ChunkReader["read"];
  cancel(): Promise<unknown>;
}

/** Not every runtime iterates a ReadableStream, so its reader is asked. */
function pull(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): Pull {
  if ("getReader" in source) {
    const reader = source.getReader();
    return { read: () => reader.read(), cancel: () => reader.cancel() };
  }
  const iterator = source[Symbol.asyncIterator]();
  return { read: () => iterator.next(), cancel: async () => iterator.return?.() };
}
