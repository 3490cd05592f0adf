/** How chunks are drawn from a stream. */
export interface ChunkReader {
  /** @throws the signal's reason; what the stream throws. */
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  /** Ends the reading; the source is told, and not waited for. */
  close(): void;
}

/** Reads a stream chunk by chunk. An abort ends the wait for the next chunk at once, whatever the source does. */
export function createChunkReader(stream: ReadableStream<Uint8Array>, signal?: AbortSignal): ChunkReader {
  const reader = stream.getReader();

  function close(): void {
    signal?.removeEventListener("abort", close);
    // A read that waits is told that the stream is done.
    reader.cancel().catch(() => {});
  }

  signal?.addEventListener("abort", close);
  return {
    close,
    async read() {
      signal?.throwIfAborted();
      const step = await reader.read();
      signal?.throwIfAborted();
      return step;
    },
  };
}
