import { encodeComment, encodeFrame } from "@a2akit/protocol";
import type { Frame } from "./call-context.ts";
import type { Timing } from "./limits.ts";
import { createPulse } from "./pulse.ts";

/** One server-sent event as text. */
export function frameText({ id, body }: Frame): string {
  const data = JSON.stringify(body);
  return encodeFrame(id === undefined ? { data } : { data, id });
}

/** Frames as a body for Fetch: pulled, so that a reader sets the pace, and kept alive. */
export function eventStream(
  frames: AsyncIterable<Frame>,
  timing: Pick<Timing, "keepAlive" | "stall">,
): ReadableStream<Uint8Array> {
  const iterator = frames[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  let over = false;
  const send = (text: string): void => {
    if (!over) sink?.enqueue(encoder.encode(text));
  };
  const pulse = createPulse(timing, {
    get blocked() {
      return (sink?.desiredSize ?? 0) <= 0;
    },
    ping: () => send(encodeComment()),
    drop() {
      const stalled = sink;
      leave();
      stalled?.error(new Error("The reader of the stream stalled"));
    },
  });

  function leave(): void {
    over = true;
    pulse.stop();
    // Cleaning up after a reader that is gone: there is nobody left to tell of a failure.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      sink = controller;
    },
    async pull(controller) {
      try {
        const step = await iterator.next();
        if (over) return;
        pulse.beat();
        if (step.done !== true) return send(frameText(step.value));
        leave();
        controller.close();
      } catch (error) {
        leave();
        controller.error(error);
      }
    },
    cancel: leave,
  });
}
