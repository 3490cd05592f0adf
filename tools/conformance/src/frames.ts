import assert from "node:assert/strict";
import { parseEvents, type RequestId } from "@a2akit/protocol";
import { decodeResult } from "@a2akit/protocol/codec";
import type { StreamResponse } from "@a2akit/types";
import { type CallOptions, type Envelope, type Peer, readEnvelope, request, type SendOptions, script } from "./peer.ts";

export interface Frame {
  /** The id of the server-sent event, where it has one. */
  readonly id: string | undefined;
  readonly envelope: Envelope;
  /** The result in canonical form. */
  readonly event: StreamResponse;
}

/** An open stream. */
export interface Frames {
  readonly headers: Headers;
  /** The next frame, or `undefined` at the end. */
  next(): Promise<Frame | undefined>;
  /** All frames up to and including the first one that passes. */
  until(test: (event: StreamResponse) => boolean): Promise<Frame[]>;
  /** All frames up to the end of the stream. */
  rest(): Promise<Frame[]>;
  /** Goes away. */
  close(): void;
}

type StreamingMethod = "SendStreamingMessage" | "SubscribeToTask";

/** Opens a stream; fails where the answer is anything else. */
export async function open(
  peer: Peer,
  method: StreamingMethod,
  params: unknown,
  options: CallOptions = {},
): Promise<Frames> {
  const leave = new AbortController();
  const id = options.id === undefined ? `stream-${crypto.randomUUID()}` : options.id;
  const response = await request(peer, method, params, { ...options, id, signal: leave.signal });
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("text/event-stream")) assert.fail(`${method} opened no stream: ${await response.text()}`);
  assert.ok(response.body, "a stream has a body");
  const frames = read(response.body, { method, id });

  const next = async () => {
    const step = await frames.next();
    return step.done ? undefined : step.value;
  };
  const until = async (test: (event: StreamResponse) => boolean) => {
    const seen: Frame[] = [];
    for (let frame = await next(); frame; frame = await next()) {
      seen.push(frame);
      if (test(frame.event)) return seen;
    }
    return assert.fail(`the stream ended too early, after ${JSON.stringify(seen.map((frame) => frame.event))}`);
  };
  const rest = async () => {
    const seen: Frame[] = [];
    for (let frame = await next(); frame; frame = await next()) seen.push(frame);
    return seen;
  };
  return { headers: response.headers, next, until, rest, close: () => leave.abort() };
}

async function* read(
  body: ReadableStream<Uint8Array>,
  request: { method: StreamingMethod; id: RequestId },
): AsyncGenerator<Frame> {
  for await (const event of parseEvents(body)) {
    const envelope = readEnvelope(event.data);
    assert.deepEqual(envelope.id, request.id, "each frame carries the id of the request");
    assert.ok(envelope.error === undefined, `an error within the stream: ${event.data}`);
    yield { id: event.id, envelope, event: decodeResult(request.method, envelope.result) };
  }
}

export function openScript(peer: Peer, text: string, options?: SendOptions & CallOptions): Promise<Frames> {
  return open(peer, "SendStreamingMessage", script(text, options), options);
}

export function subscribe(peer: Peer, id: string, options?: CallOptions): Promise<Frames> {
  return open(peer, "SubscribeToTask", { id }, options);
}
