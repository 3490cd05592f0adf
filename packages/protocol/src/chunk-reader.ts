/** How chunks are drawn from a stream. */
export interface ChunkReader {
  /** @throws the signal's reason; what the stream throws. */
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  /** Ends the reading; the source is told, and not waited for. */
  close(): void;
}

/**
 * Reads a stream chunk by chunk. An abort ends the wait for the next chunk at once, whatever the source does.
 *
 * @param explain what is thrown in place of what the stream throws
 */
export function createChunkReader(
  stream: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
  explain: (error: unknown) => unknown = (error) => error,
): ChunkReader {
  const reader = stream.getReader();
  let isDone = false;

  function close(): void {
    signal?.removeEventListener("abort", close);
    // A read that waits is told that the stream is done.
    if (!isDone) reader.cancel().catch(() => {});
  }

  signal?.addEventListener("abort", close);
  return {
    close,
    async read() {
      signal?.throwIfAborted();
      try {
        const step = await reader.read();
        isDone = step.done;
        return step;
      } catch (error) {
        throw explain(error);
      } finally {
        signal?.throwIfAborted();
      }
    },
  };
}
