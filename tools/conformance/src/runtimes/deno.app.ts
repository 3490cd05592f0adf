import { openSqliteStore } from "../sqlite-test-store.ts";
import type { Transport } from "../transports/transport.ts";
import { answerCheck } from "./run-check.ts";

declare const Deno: {
  serve(
    options: { hostname: string; port: number; onListen(): void },
    handler: (request: Request) => Promise<Response>,
  ): { readonly addr: { readonly port: number }; shutdown(): Promise<void> };
};

const viaDeno: Transport = async (handler) => {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handler.fetch);
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    fetch: (request) => globalThis.fetch(request),
    async close() {
      await handler.close();
      await server.shutdown();
    },
  };
};

export const fetch = (request: Request): Promise<Response> =>
  answerCheck(request, viaDeno, { sqlite: openSqliteStore });
