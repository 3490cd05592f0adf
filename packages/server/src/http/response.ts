import { encodeComment, encodeFrame, errorResponse, requestId } from "@a2akit/protocol";
import type { Frame } from "../call-context.ts";
import type { Pulses } from "./pulses.ts";

/** A JSON body as text. What is no JSON, as an extended card might be, or too long for a string, is an internal error. */
export function bodyText(body: unknown, report?: (error: unknown) => void): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    report?.(error);
    return JSON.stringify(errorResponse(requestId(body), error));
  }
}

/** One server-sent event as text. */
export function frameText({ id, body }: Frame): string {
  const data = JSON.stringify(body);
  return encodeFrame(id === undefined ? { data } : { data, id });
}

/** Bytes of which a reader must take something within `timing.stall`: one that is slow with a large text is not one that takes nothing. */
export const PIECE = 256 * 1024;

interface StreamOptions {
  readonly pulses: Pulses;
  /** Ends the stream when it aborts. */
  readonly signal: AbortSignal;
  /** Hears why frames failed. */
  report(error: unknown): void;
}

/** Frames as a body for Fetch: pulled, so that a reader sets the pace, and kept alive. */
export function eventStream(
  frames: AsyncIterable<Frame>,
  { pulses, signal, report }: StreamOptions,
): ReadableStream<Uint8Array> {
  const iterator = frames[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  let over = false;
  let room = 0;

  const send = (text: string): void => {
    if (over) return;
    const bytes = encoder.encode(text);
    for (let start = 0; start < bytes.length; start += PIECE) sink?.enqueue(bytes.subarray(start, start + PIECE));
  };
  const leave = (): void => {
    over = true;
    pulses.remove(watched);
    signal.removeEventListener("abort", abort);
    // Cleaning up after a reader that is gone: there is nobody left to tell of a failure.
    Promise.resolve(iterator.return?.()).catch(() => {});
  };
  const fail = (error: unknown): void => {
    if (over) return;
    leave();
    sink?.error(error);
  };
  const abort = (): void => fail(signal.reason);
  const watched = {
    silent: 0,
    stalled: 0,
    blocked: () => {
      const before = room;
      room = sink?.desiredSize ?? 0;
      return room <= 0 && room === before;
    },
    ping: () => send(encodeComment()),
    drop: () => fail(new Error("The reader of the stream stalled")),
  };
  pulses.add(watched);

  return new ReadableStream<Uint8Array>({
    start(controller) {
      sink = controller;
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort);
    },
    async pull(controller) {
      try {
        const step = await iterator.next();
        if (over) return;
        watched.silent = 0;
        watched.stalled = 0;
        if (step.done !== true) return send(frameText(step.value));
        leave();
        controller.close();
      } catch (error) {
        if (!over) report(error);
        fail(error);
      }
    },
    cancel: leave,
  });
}
