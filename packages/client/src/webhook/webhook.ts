import { A2AError, TransportError } from "@a2akit/protocol";
import { decodeResult } from "@a2akit/protocol/codec";
import type { StreamResponse } from "@a2akit/types";
import { taskIdOf } from "../stream/task-id-of.ts";
import { readText } from "../transport/read-body.ts";
import { requestSource } from "../transport/request-source.ts";
import { createOnce } from "./webhook-once.ts";
import { createWebhookVerifier, type VerifierOptions } from "./webhook-verifier.ts";

export { SIGNATURE_TOLERANCE } from "./webhook-verifier.ts";

export interface WebhookOptions extends VerifierOptions {
  /** Called once with each event. When it throws, the agent is told to send it again. */
  readonly onEvent: (event: StreamResponse) => void | Promise<void>;
  /** Whether events of this task are expected (A2A §4.3.3); all are, by default. */
  readonly expects?: ((taskId: string) => boolean | Promise<boolean>) | undefined;
  /** Bytes that a body may have; 10 MiB by default. */
  readonly maxBodyBytes?: number | undefined;
  /** Deliveries that are remembered, so that one that comes again is not reported again; 10,000 by default. */
  readonly maxRemembered?: number | undefined;
}

export const MAX_WEBHOOK_BYTES = 10_485_760;
export const MAX_REMEMBERED = 10_000;

/**
 * Receives push notifications (A2A §4.3.3, §13.2): a function from Request to Response, for any server that speaks Fetch.
 *
 * Answers 204 for an event that was taken, now or before; 401 for one that is not from the agent; 404 for a task that is not expected; 400,
 * 405, 413 or 415 for what is no event; 500 when `onEvent` or `expects` throws.
 *
 * What comes again is known by `webhook-id`. An agent that sends none, and the same as the last time for its task, is taken to repeat itself; but
 * a chunk that is appended to an artifact may well be the same as the one before, and is reported each time.
 *
 * @throws TypeError without a token, credentials or `secrets`: anybody could post then.
 *
 * @example
 * const webhook = createWebhook({ token: "secret", onEvent: (event) => console.log(event) });
 */
export function createWebhook(options: WebhookOptions): (request: Request) => Promise<Response> {
  const { onEvent, expects = () => true } = options;
  const { maxBodyBytes = MAX_WEBHOOK_BYTES, maxRemembered = MAX_REMEMBERED } = options;
  const verify = createWebhookVerifier(options);
  const takeOnce = createOnce(maxRemembered);

  return async (request) => {
    const { headers, method } = request;
    if (method !== "POST") return refuse(405, "Push notifications are posted", { allow: "POST" });
    if (!/^application\/(a2a\+)?json\b/i.test(headers.get("content-type") ?? "")) {
      return refuse(415, "Push notifications are application/a2a+json");
    }
    if (Number(headers.get("content-length")) > maxBodyBytes) return refuse(413, `At most ${maxBodyBytes} bytes`);
    const body = await readBody(request, maxBodyBytes);
    if (body instanceof Response) return body;
    if (!(await verify(headers, body))) return refuse(401, "Not from the agent that was asked");
    const event = parseEvent(body);
    if (typeof event === "string") return refuse(400, event);
    const taskId = taskIdOf(event);
    try {
      if (taskId === undefined || !(await expects(taskId))) return refuse(404, "Nobody waits for this task");
      await takeOnce({ taskId, id: headers.get("webhook-id"), body, event }, () => onEvent(event));
    } catch {
      return refuse(500, "The event could not be taken");
    }
    return new Response(null, { status: 204 });
  };
}

/** The body, or what to answer where it cannot be read. */
async function readBody(request: Request, limit: number): Promise<string | Response> {
  const response = new Response(request.body);
  try {
    return await readText(response, limit, requestSource(request));
  } catch (error) {
    // Only a body beyond the limit fails by itself.
    const isTooLarge = error instanceof TransportError && error.cause === undefined;
    return isTooLarge ? refuse(413, `At most ${limit} bytes`) : refuse(400, "The body is cut, or not UTF-8");
  }
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

function refuse(status: number, reason: string, headers: Record<string, string> = {}): Response {
  return new Response(`${reason}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });
}
