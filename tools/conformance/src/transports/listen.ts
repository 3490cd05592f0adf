import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { A2AHandler } from "@a2akit/server";
import type { Reached } from "./transport.ts";

/** A server on the loopback interface in front of a handler. */
export async function listen(server: Server, handler: A2AHandler): Promise<Reached> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    fetch: (request) => fetch(request),
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
