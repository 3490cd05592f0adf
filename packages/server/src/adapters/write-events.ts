import type { ServerResponse } from "node:http";
import { encodeComment } from "@a2akit/protocol";
import type { EventsOutcome } from "../call-context.ts";
import type { Pulses, Watched } from "../pulse.ts";
import { frameText } from "../response.ts";

/** Characters that are gathered before they are written, when frames come faster than the event loop turns. */
const BATCH = 64 * 1024;

/**
 * Writes frames as server-sent events; honours back-pressure, and leaves as soon as the reader does. Rejects when the frames
 * fail: the response is not ended then, so that its reader does not take it for complete.
 */
export async function writeEvents(
  { headers, frames }: EventsOutcome,
  response: ServerResponse,
  pulses: Pulses,
): Promise<void> {
  const iterator = frames[Symbol.asyncIterator]();
  if (response.destroyed) return void (await iterator.return?.());
  let pending = "";
  let flushing: NodeJS.Immediate | undefined;
  // Compression middleware that heeds no `no-transform` holds frames back until it is told.
  const squeeze = flushOf(response);

  const flush = (): void => {
    flushing = undefined;
    const text = pending;
    pending = "";
    if (text === "" || response.destroyed) return;
    response.write(text);
    squeeze?.call(response);
  };
  const watched: NodeStream = { silent: 0, stalled: 0, response, blocked, ping, drop };
  pulses.add(watched);
  response.on("close", () => {
    pulses.remove(watched);
    // Nobody is left to tell of a failure.
    Promise.resolve(iterator.return?.()).catch(() => {});
  });
  response.writeHead(200, headers);
  response.flushHeaders();
  try {
    for (;;) {
      const step = await iterator.next();
      if (step.done === true || response.destroyed) break;
      pending += frameText(step.value);
      watched.silent = 0;
      watched.stalled = 0;
      if (pending.length >= BATCH || response.writableNeedDrain) {
        flush();
        await drained(response);
      } else flushing ??= setImmediate(flush);
    }
  } finally {
    pulses.remove(watched);
    if (flushing !== undefined) clearImmediate(flushing);
    flush();
  }
  response.end();
}

function flushOf(response: ServerResponse & { readonly flush?: unknown }): (() => void) | undefined {
  const { flush } = response;
  return typeof flush === "function" ? () => void flush.call(response) : undefined;
}

/** There are many idle streams: these functions are shared, where closures would be made for each. */
interface NodeStream extends Watched {
  readonly response: ServerResponse;
}
function blocked(this: NodeStream): boolean {
  return this.response.writableNeedDrain;
}
function ping(this: NodeStream): void {
  this.response.write(encodeComment());
}
function drop(this: NodeStream): void {
  this.response.destroy();
}

/** Resolves when the reader takes more, or left; at the earliest in the next turn, so that others get theirs. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed || !response.writableNeedDrain) {
      setImmediate(resolve);
      return;
    }
    const resume = (): void => {
      response.off("drain", resume);
      response.off("close", resume);
      resolve();
    };
    response.on("drain", resume);
    response.on("close", resume);
  });
}
