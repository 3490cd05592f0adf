import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { A2AHandler } from "../handler.ts";
import { createHealth, type HealthOptions } from "../health.ts";
import { createNodeListener } from "./node-listener.ts";

export interface ServeOptions {
  /** One agent, or several at different paths. */
  readonly handler: A2AHandler | readonly A2AHandler[];
  /** Default 0: a free one. */
  readonly port?: number;
  /** Default 127.0.0.1: this machine only. */
  readonly host?: string;
  /** Answers probes at `/livez` and `/readyz`, or at the paths given. Default: not. */
  readonly health?: boolean | HealthOptions;
}

export interface Serving {
  /** `http://host:port`, without a path. */
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Takes no more connections, closes the handlers (see `A2AHandler.close`), then the connections. */
  close(): Promise<void>;
}

/** A node:http server around one or several agents. Rejects with the error of `listen`, such as EADDRINUSE. */
export async function serve({ handler, port = 0, host = "127.0.0.1", health = false }: ServeOptions): Promise<Serving> {
  const handlers: readonly A2AHandler[] = "answer" in handler ? [handler] : handler;
  const probes = health === false ? [] : [createHealth(handlers, health === true ? {} : health)];
  const listener = createNodeListener([...handlers, ...probes]);
  const server = createServer(listener);
  // A request that is refused by its headers need not send its body.
  server.on("checkContinue", listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  for (const each of handlers) each.start();
  // A server that listens on a port has an address with one.
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  let closing: Promise<void> | undefined;

  async function shutDown(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    await Promise.all(handlers.map((each) => each.close()));
    server.closeIdleConnections();
    // What is still open has its last bytes by now, or a reader that does not take them.
    setImmediate(() => server.closeAllConnections());
    await closed;
  }

  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    server,
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}
