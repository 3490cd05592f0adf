import type { Fetch } from "@a2akit/client";
import { createChunkReader, isObject, parseEvents } from "@a2akit/protocol";
import { messageOf } from "../message-of.ts";
import type { SealedCall } from "./seal-probe.ts";
import type { Answer, Exchange, StreamSeen } from "./seen.ts";

/** Milliseconds that one answer may take, but for those for which the agent works. */
const PROBE_TIMEOUT = 15_000;
/** Milliseconds after its last event for which a stream is waited for to close. */
const STREAM_GRACE = 2_000;
/** Bytes of an answer that are read. */
export const MAX_ANSWER_BYTES = 4_194_304;
/** Events of a stream that are read. */
export const MAX_EVENTS = 10_000;

/** Why there is no answer, where a rate limit gave one in its place: it says nothing of what was asked. */
export const RATE_LIMITED = "the agent takes no more requests for now (HTTP 429)";
const TOO_MANY_REQUESTS = 429;

interface AskOptions extends Pick<Exchange, "probe" | "method" | "id"> {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  /** Milliseconds; {@link PROBE_TIMEOUT} when absent. */
  readonly timeout?: number;
  /** Milliseconds; {@link STREAM_GRACE} when absent. */
  readonly grace?: number;
}

/** Sends one request and keeps what comes back; rejects only with the signal's reason. */
export async function ask(
  { url, headers, body }: SealedCall,
  { fetch, signal, timeout = PROBE_TIMEOUT, grace = STREAM_GRACE, ...asked }: AskOptions,
): Promise<Exchange> {
  const isWork = asked.method?.startsWith("Send") === true;
  const clock = isWork ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  // A redirect would carry credentials on to wherever it points.
  const request = new Request(url, { method: "POST", headers, body, signal: clock, redirect: "manual" });
  try {
    const response = await fetch(request);
    if (response.status === TOO_MANY_REQUESTS) {
      await response.body?.cancel();
      return { ...asked, failure: RATE_LIMITED };
    }
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (!isStream || !response.body) return { ...asked, answer: await readAnswer(response, MAX_ANSWER_BYTES, clock) };
    const { status, headers: answered } = response;
    const stream = await readStream(response.body, clock, grace);
    return { ...asked, answer: { status, headers: answered, text: "", json: undefined }, stream };
  } catch (error) {
    signal.throwIfAborted();
    return { ...asked, failure: reasonOf(error) };
  }
}

interface FetchOptions {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  readonly limit: number;
}

/** An answer, or why there is none. */
export async function fetchAnswer(request: Request, { fetch, signal, limit }: FetchOptions): Promise<Answer | string> {
  const clock = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT)]);
  try {
    return await readAnswer(await fetch(new Request(request, { signal: clock })), limit, clock);
  } catch (error) {
    signal.throwIfAborted();
    return reasonOf(error);
  }
}

async function readAnswer(response: Response, limit: number, signal: AbortSignal): Promise<Answer> {
  const { status, headers } = response;
  const decoder = new TextDecoder();
  const reader = response.body ? createChunkReader(response.body, signal) : undefined;
  let text = "";
  let size = 0;
  try {
    while (reader) {
      const { done, value } = await reader.read();
      if (done || !value) break;
      size += value.byteLength;
      if (size > limit) throw new Error(`its answer is larger than ${limit} bytes`);
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    reader?.close();
  }
  return { status, headers, text, json: parseJson(text) };
}

/** Reads a stream to its end, or until it was silent for a while after an event that should have ended it. */
async function readStream(body: ReadableStream<Uint8Array>, signal: AbortSignal, grace: number): Promise<StreamSeen> {
  const frames: unknown[] = [];
  const leave = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for await (const { data } of parseEvents(body, {
      signal: AbortSignal.any([signal, leave.signal]),
      maxEventBytes: MAX_ANSWER_BYTES,
    })) {
      const frame = parseJson(data) ?? data;
      frames.push(frame);
      clearTimeout(timer);
      if (isLast(frame)) timer = setTimeout(() => leave.abort(), grace);
      if (frames.length >= MAX_EVENTS) return { frames, end: "open" };
    }
    return { frames, end: "closed" };
  } catch {
    signal.throwIfAborted();
    return { frames, end: leave.signal.aborted ? "open" : "broken" };
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a stream closes after this frame (A2A §3.1.2, §11.7). */
function isLast(frame: unknown): boolean {
  const result = isObject(frame) ? frame.result : undefined;
  if (!isObject(result)) return false;
  const state = JSON.stringify(result.statusUpdate ?? result.status_update ?? result.task ?? {});
  return (
    result.message !== undefined ||
    /"state":"TASK_STATE_(COMPLETED|FAILED|CANCELED|REJECTED|INPUT_REQUIRED|AUTH_REQUIRED)"/.test(state)
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (inner instanceof Error && inner.name === "TimeoutError") return "none in time";
  return messageOf(inner);
}
