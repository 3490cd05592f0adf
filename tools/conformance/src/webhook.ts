import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { StreamResponse } from "@a2akit/types";

interface Post {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly frame: StreamResponse;
}

export interface Webhook {
  readonly url: string;
  readonly posts: readonly Post[];
  /** Resolves when there are so many. */
  count(posts: number): Promise<void>;
}

/** What a webhook answers its nth request with, from 0: a status, once the promise resolves. */
export type Answer = (index: number) => number | Promise<number>;

/** A webhook on the loopback interface, for as long as `use` takes. */
export async function withWebhook(answer: Answer, use: (webhook: Webhook) => Promise<void>): Promise<void> {
  const posts: Post[] = [];
  const waiting = new Map<() => void, number>();
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, headers } = request;
    const status = answer(posts.length);
    posts.push({ method, headers, frame: JSON.parse(Buffer.concat(chunks).toString()) });
    for (const [resolve, wanted] of waiting) if (posts.length >= wanted) resolve();
    response.writeHead(await status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  const count = (wanted: number): Promise<void> =>
    new Promise((resolve) => {
      if (posts.length >= wanted) resolve();
      else waiting.set(resolve, wanted);
    });
  try {
    await use({ url: `http://127.0.0.1:${port}/hook`, posts, count });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
