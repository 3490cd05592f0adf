import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { A2AHandler } from "../handler.ts";
import { createHealth, type HealthOptions } from "../http/health.ts";
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
  /**
   * Takes no more connections, closes the handlers (see `A2AHandler.close`), then the connections: one that has an answer to come, such as one that
   * waits for the store, after that, and none later than 1 s.
   */
  close(): Promise<void>;
}

/** Milliseconds that answers may take when the handlers have closed. What is open then has a caller who takes nothing, or asked only half. */
const ANSWER_GRACE = 1_000;
/** Milliseconds between two looks for connections that have had their answer. */
const SWEEP = 10;

/** A node:http server around one or several agents. Rejects with the error of `listen`, such as EADDRINUSE. */
export async function serve({ handler, port = 0, host = "127.0.0.1", health = false }: ServeOptions): Promise<Serving> {
  const handlers: readonly A2AHandler[] = "answer" in handler ? [handler] : handler;
  const probes = health === false ? [] : [createHealth(handlers, health === true ? {} : health)];
  const listener = createNodeListener([...handlers, ...probes]);
  const server = createServer(listener);
  // A request that is refused by its headers need not send its body.
  server.on("checkContinue", listener);
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
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
    closeUnused();
    await Promise.all(handlers.map((each) => each.close()));
    // Node does not tell when a connection has become idle.
    const sweep = setInterval(closeUnused, SWEEP);
    const end = setTimeout(() => server.closeAllConnections(), ANSWER_GRACE);
    setImmediate(closeUnused);
    await closed;
    clearInterval(sweep);
    clearTimeout(end);
  }

  function closeUnused(): void {
    server.closeIdleConnections();
    // One that was opened in advance is not idle to Node.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
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
