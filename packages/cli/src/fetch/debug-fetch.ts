import type { Fetch } from "@a2akit/client";
import type { Sink } from "../io.ts";
import { messageOf } from "../message-of.ts";
import { plain } from "../output/output.ts";
import type { Redact } from "../output/redact.ts";

interface DebugOptions {
  readonly stderr: Sink;
  readonly redact: Redact;
}

/** `fetch` that logs each request and response with its timing, and each line of a body, to standard error (OUT_007). */
export function debugFetch(fetch: Fetch, { stderr, redact }: DebugOptions): Fetch {
  let count = 0;
  return async (request) => {
    count += 1;
    const call = count;
    const start = performance.now();
    const log = (arrow: string, text: string) => {
      const elapsed = (performance.now() - start).toFixed(0);
      stderr.write(`debug ${call} ${elapsed}ms ${arrow} ${plain(redact(text))}\n`);
    };
    const logHeaders = (arrow: string, headers: Headers) => {
      for (const [name, value] of headers) log(arrow, `${name}: ${redact.header(name, value)}`);
    };
    log(">", `${request.method} ${request.url}`);
    logHeaders(">", request.headers);
    if (request.body) log(">", await request.clone().text());
    try {
      const response = await fetch(request);
      log("<", `HTTP ${response.status} ${response.statusText}`);
      logHeaders("<", response.headers);
      return withLoggedBody(response, (line) => log("<", line));
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      log("!", messageOf(cause));
      throw error;
    }
  };
}

/** Logs whole lines, so that a secret in two chunks is still seen as one. */
function withLoggedBody(response: Response, log: (line: string) => void): Response {
  if (!response.body) return response;
  const decoder = new TextDecoder();
  let rest = "";
  const take = (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") log(line);
  };
  const tap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      take(decoder.decode(chunk, { stream: true }));
      controller.enqueue(chunk);
    },
    flush: () => take(`${decoder.decode()}\n`),
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(tap), { status, statusText, headers });
}
