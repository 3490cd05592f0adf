import type { ServerResponse } from "node:http";
import { encodeComment } from "@a2akit/protocol";
import type { EventsOutcome } from "../call-context.ts";
import type { Pulses } from "../pulse.ts";
import { frameText } from "../response.ts";

/** Characters that are gathered before they are written, when frames come faster than the event loop turns. */
const BATCH = 64 * 1024;

/** Writes frames as server-sent events; honours back-pressure, and leaves as soon as the reader does. */
export async function writeEvents(
  { headers, frames }: EventsOutcome,
  response: ServerResponse,
  pulses: Pulses,
): Promise<void> {
  const iterator = frames[Symbol.asyncIterator]();
  if (response.destroyed) return void (await iterator.return?.());
  let pending = "";
  let flushing: NodeJS.Immediate | undefined;
  let resume: (() => void) | undefined;

  const flush = (): void => {
    flushing = undefined;
    const text = pending;
    pending = "";
    if (text !== "" && !response.destroyed) response.write(text);
  };
  const wake = (): void => {
    resume?.();
    resume = undefined;
  };
  /** Resolves when the reader takes more, or left. */
  const drained = (): Promise<void> =>
    new Promise((resolve) => {
      if (response.destroyed || !response.writableNeedDrain) setImmediate(resolve);
      else resume = resolve;
    });
  const pulse = pulses.add({
    blocked: () => response.writableNeedDrain,
    ping: () => response.write(encodeComment()),
    drop: () => response.destroy(),
  });
  const leave = (): void => {
    pulse.stop();
    wake();
    // Nobody is left to tell of a failure.
    Promise.resolve(iterator.return?.()).catch(() => {});
  };

  response.on("drain", wake);
  response.once("close", leave);
  response.writeHead(200, headers);
  response.flushHeaders();
  try {
    for (;;) {
      const step = await iterator.next();
      if (step.done === true || response.destroyed) break;
      pending += frameText(step.value);
      pulse.beat();
      if (pending.length >= BATCH || response.writableNeedDrain) {
        flush();
        await drained();
      } else flushing ??= setImmediate(flush);
    }
  } finally {
    pulse.stop();
    if (flushing !== undefined) clearImmediate(flushing);
    flush();
    response.end();
  }
}
