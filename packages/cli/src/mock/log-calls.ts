import { isObject } from "@a2akit/protocol";
import type { Sink } from "../io.ts";
import { messageOf } from "../message-of.ts";
import { line } from "../output/output.ts";
import { parseJson } from "./rewrite-response.ts";

type Fetch = (request: Request) => Promise<Response>;

/** Tells of each call on standard error: what was asked, and how it was answered. */
export function logCalls(fetch: Fetch, stderr: Sink): Fetch {
  return async (request) => {
    const start = performance.now();
    const { pathname } = new URL(request.url);
    const body = request.method === "POST" ? parseJson(await request.clone().text()) : undefined;
    const method = isObject(body) && typeof body.method === "string" ? ` ${body.method}` : "";
    const log = (what: string) =>
      stderr.write(
        line("Call", `${request.method} ${pathname}${method} → ${what} (${Math.round(performance.now() - start)} ms)`),
      );
    try {
      const response = await fetch(request);
      const type = response.headers.get("content-type")?.split(";")[0] ?? "no body";
      log(`${response.status} ${type}`);
      return response;
    } catch (error) {
      log(`cut off: ${messageOf(error)}`);
      throw error;
    }
  };
}
