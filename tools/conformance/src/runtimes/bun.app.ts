import { openSqliteStore } from "../sqlite-test-store.ts";
import type { Transport } from "../transports/transport.ts";
import { answerCheck } from "./run-check.ts";

/** The part of Bun that is used; `idleTimeout` 0 because streams may be silent for longer than 10 s. */
declare const Bun: {
  serve(options: { hostname: string; port: number; idleTimeout: 0; fetch(request: Request): Promise<Response> }): {
    readonly port: number;
    stop(force: boolean): Promise<void>;
  };
};

const viaBun: Transport = async (handler) => {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 0, fetch: handler.fetch });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    fetch: (request) => globalThis.fetch(request),
    async close() {
      await handler.close();
      await server.stop(true);
    },
  };
};

export const fetch = (request: Request): Promise<Response> => answerCheck(request, viaBun, { sqlite: openSqliteStore });
