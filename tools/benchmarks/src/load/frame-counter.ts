const LINE_FEED = 0x0a;
const TAIL_BYTES = 1_024;

/** Counts the events of an SSE stream by the empty lines that end them, and keeps the last bytes. */
export interface FrameCounter {
  push(data: Buffer): void;
  readonly frames: number;
  readonly tail: string;
}

export function createFrameCounter(): FrameCounter {
  let frames = 0;
  let afterLine = false;
  let tail: Buffer = Buffer.alloc(0);
  return {
    push(data) {
      // `indexOf` looks through a chunk far faster than a loop over its bytes: two hits an event.
      let from = 0;
      let index = data.indexOf(LINE_FEED);
      while (index !== -1) {
        const empty = afterLine && index === from;
        if (empty) frames += 1;
        afterLine = !empty;
        from = index + 1;
        index = data.indexOf(LINE_FEED, from);
      }
      if (from < data.length) afterLine = false;
      tail = data.length >= TAIL_BYTES ? data.subarray(-TAIL_BYTES) : Buffer.concat([tail, data]).subarray(-TAIL_BYTES);
    },
    get frames() {
      return frames;
    },
    get tail() {
      return tail.toString();
    },
  };
}
