import { once } from "node:events";
import type { Server } from "node:http";

/** On a free port of the loopback interface, which it resolves with. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  return address.port;
}
