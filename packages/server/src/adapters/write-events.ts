import type { ServerResponse } from "node:http";
import { encodeComment } from "@a2akit/protocol";
import type { EventsOutcome, Frame } from "../call-context.ts";
import type { Answerer } from "../http/fetch.ts";
import type { Watched } from "../http/pulses.ts";
import { frameText } from "../http/response.ts";
import { writeNow, writePieces } from "./write-pieces.ts";

/** Characters that are gathered before they are written, when frames come faster than the event loop turns. */
const BATCH = 64 * 1024;

/**
 * Writes frames as server-sent events; honours back-pressure, and leaves as soon as the reader does. When the frames fail, that
 * is reported and the connection closed: the reader must not take the stream for complete.
 */
export function writeEvents(
  { headers, frames }: EventsOutcome,
  response: ServerResponse,
  { pulses, report }: Pick<Answerer, "pulses" | "report">,
): void {
  const iterator = frames[Symbol.asyncIterator]();
  const stream: NodeStream = {
    silent: 0,
    stalled: 0,
    response,
    iterator,
    pulses,
    report,
    pending: "",
    flushing: undefined,
    blocked,
    ping,
    drop,
  };
  if (response.destroyed) {
    leave(stream);
    return;
  }
  pulses.add(stream);
  response.on("close", () => leave(stream));
  response.writeHead(200, headers);
  response.flushHeaders();
  void pump(stream);
}

/** There are many idle streams: these functions are shared, where closures would be made for each. */
interface NodeStream extends Watched, Pick<Answerer, "pulses" | "report"> {
  readonly response: ServerResponse;
  readonly iterator: AsyncIterator<Frame>;
  /** Frames that are not written yet, and what will write them. */
  pending: string;
  flushing: NodeJS.Immediate | undefined;
}

/** All that an idle stream keeps is in it: the less this function holds, the better. */
async function pump(stream: NodeStream): Promise<void> {
  try {
    for (let step = await stream.iterator.next(); step.done !== true; step = await stream.iterator.next()) {
      if (stream.response.destroyed) break;
      if (gather(stream, step.value)) await writeAll(stream);
    }
    finish(stream);
    stream.response.end();
  } catch (error) {
    finish(stream);
    stream.report(error);
    stream.response.destroy();
  }
}

async function writeAll(stream: NodeStream): Promise<void> {
  // A comment would end a frame between two of its pieces, which is possible where middleware keeps them and the connection is free.
  stream.silent = Number.NEGATIVE_INFINITY;
  await writePieces(taken(stream), stream.response, stream);
  stream.silent = 0;
}

/** True where the reader must take something before there is more. */
function gather(stream: NodeStream, frame: Frame): boolean {
  stream.pending += frameText(frame);
  stream.silent = 0;
  stream.stalled = 0;
  const full = stream.pending.length >= BATCH || stream.response.writableNeedDrain;
  if (!full) stream.flushing ??= setImmediate(flush, stream);
  return full;
}

function finish(stream: NodeStream): void {
  stream.pulses.remove(stream);
  if (stream.flushing !== undefined) clearImmediate(stream.flushing);
  flush(stream);
}

/** Nobody is left to tell of a failure. */
function leave(stream: NodeStream): void {
  stream.pulses.remove(stream);
  Promise.resolve(stream.iterator.return?.()).catch(() => {});
}

function flush(stream: NodeStream): void {
  stream.flushing = undefined;
  writeNow(taken(stream), stream.response);
}
/** What is written by whoever takes it. */
function taken(stream: NodeStream): string {
  const { pending } = stream;
  stream.pending = "";
  return pending;
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
