import type { Sink } from "./io.ts";
import type { Redact } from "./redact.ts";

interface DebugOptions {
  readonly stderr: Sink;
  readonly redact: Redact;
}

/** `fetch` that logs each request and response with its timing, and each line of a body, to standard error (OUT_007). */
export function debugFetch(fetch: typeof globalThis.fetch, { stderr, redact }: DebugOptions): typeof globalThis.fetch {
  let count = 0;
  return async (input, init) => {
    count += 1;
    const call = count;
    const start = performance.now();
    const log = (arrow: string, text: string) =>
      stderr.write(`debug ${call} ${(performance.now() - start).toFixed(0)}ms ${arrow} ${redact(text)}\n`);
    const logHeaders = (arrow: string, headers: Headers) => {
      for (const [name, value] of headers) log(arrow, `${name}: ${redact.header(name, value)}`);
    };
    log(">", `${init?.method ?? "GET"} ${String(input)}`);
    logHeaders(">", new Headers(init?.headers));
    if (typeof init?.body === "string") log(">", init.body);
    try {
      const response = await fetch(input, init);
      log("<", `HTTP ${response.status} ${response.statusText}`);
      logHeaders("<", response.headers);
      return withLoggedBody(response, (line) => log("<", line));
    } catch (error) {
      log(
        "!",
        error instanceof Error
          ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ""}`
          : String(error),
      );
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
