import { A2AError } from "@a2akit/protocol";
import { decodeResult } from "@a2akit/protocol/codec";
import type { StreamResponse } from "@a2akit/types";
import { readText } from "../transport/read-body.ts";
import { createWebhookVerifier, type VerifierOptions } from "./webhook-verifier.ts";

export { SIGNATURE_TOLERANCE } from "./webhook-verifier.ts";

export interface WebhookOptions extends VerifierOptions {
  /** Called once with each event. When it throws, the agent is told to send it again. */
  readonly onEvent: (event: StreamResponse) => void | Promise<void>;
  /** Whether events of this task are expected (A2A §4.3.3); all are, by default. */
  readonly expects?: ((taskId: string) => boolean | Promise<boolean>) | undefined;
  /** Bytes that a body may have; 10 MiB by default. */
  readonly maxBodyBytes?: number | undefined;
  /** Deliveries that are remembered, so that one that comes again is not reported again. */
  readonly maxRemembered?: number | undefined;
}

export const MAX_WEBHOOK_BYTES = 10_485_760;
export const MAX_REMEMBERED = 10_000;

/**
 * Receives push notifications (A2A §4.3.3, §13.2): a function from Request to Response, for any server that speaks Fetch.
 *
 * Answers 204 for an event that was taken, now or before; 401 for one that is not from the agent; 404 for a task that is not expected; 400,
 * 405, 413 or 415 for what is no event; 500 when `onEvent` throws.
 *
 * @throws TypeError without `token`, `authentication` or `secrets`: anybody could post then.
 *
 * @example
 * const webhook = createWebhook({ token: "secret", onEvent: (event) => console.log(event) });
 */
export function createWebhook(options: WebhookOptions): (request: Request) => Promise<Response> {
  const { onEvent, expects = () => true } = options;
  const { maxBodyBytes = MAX_WEBHOOK_BYTES, maxRemembered = MAX_REMEMBERED } = options;
  const verify = createWebhookVerifier(options);
  /** What was taken, and what is being taken: a second delivery waits for the first. */
  const taken = new Map<string, Promise<void>>();

  function takeOnce(id: string, event: StreamResponse): Promise<void> {
    const before = taken.get(id);
    if (before) return before;
    const done = (async () => onEvent(event))();
    taken.set(id, done);
    done.catch(() => taken.delete(id));
    const [oldest] = taken.keys();
    if (taken.size > maxRemembered && oldest !== undefined) taken.delete(oldest);
    return done;
  }

  return async (request) => {
    const { headers, method } = request;
    if (method !== "POST") return refuse(405, "Push notifications are posted", { allow: "POST" });
    if (!/^application\/(a2a\+)?json\b/i.test(headers.get("content-type") ?? "")) {
      return refuse(415, "Push notifications are application/a2a+json");
    }
    if (Number(headers.get("content-length")) > maxBodyBytes) return refuse(413, `At most ${maxBodyBytes} bytes`);
    const body = await readText(new Response(request.body), maxBodyBytes, request).catch(() => undefined);
    if (body === undefined) return refuse(400, `The body is not UTF-8, or beyond ${maxBodyBytes} bytes`);
    if (!(await verify(headers, body))) return refuse(401, "Not from the agent that was asked");
    const event = parseEvent(body);
    if (typeof event === "string") return refuse(400, event);
    const taskId = taskIdOf(event);
    if (taskId === undefined || !(await expects(taskId))) return refuse(404, "Nobody waits for this task");
    try {
      await takeOnce(headers.get("webhook-id") ?? (await digest(body)), event);
    } catch {
      return refuse(500, "The event could not be taken");
    }
    return new Response(null, { status: 204 });
  };
}

/** The event, or what is wrong with it. */
function parseEvent(body: string): StreamResponse | string {
  try {
    // Each payload is a StreamResponse, as in the stream of a subscription.
    return decodeResult("SubscribeToTask", JSON.parse(body));
  } catch (error) {
    return error instanceof A2AError ? error.message : "The body is not JSON";
  }
}

function taskIdOf({ task, message, statusUpdate, artifactUpdate }: StreamResponse): string | undefined {
  return task?.id ?? message?.taskId ?? statusUpdate?.taskId ?? artifactUpdate?.taskId;
}

async function digest(body: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
  return String.fromCharCode(...new Uint8Array(hash));
}

function refuse(status: number, reason: string, headers: Record<string, string> = {}): Response {
  return new Response(`${reason}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });
}
