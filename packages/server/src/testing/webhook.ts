import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { StreamResponse } from "@a2akit/types";
import { onTestFinished } from "vitest";

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly frame: StreamResponse;
}

export interface TestWebhook {
  readonly port: number;
  /** `http://127.0.0.1:port`, without a path. */
  readonly origin: string;
  readonly received: readonly Received[];
  /** Resolves when so many requests have been received in all. */
  count(requests: number): Promise<void>;
}

type Answer = (received: Received, response: ServerResponse) => void;

export const ok: Answer = (_, response) => void response.writeHead(204).end();
/** Takes the request, and never answers. */
export const hang: Answer = () => {};

/** A server on the loopback interface that ends with the test. */
export async function startWebhook(answer: Answer = ok, tls?: { key: string; cert: string }): Promise<TestWebhook> {
  const received: Received[] = [];
  const waiting = new Map<() => void, number>();
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  server.on("request", async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { method, url: path, headers } = request;
    const one = { method, path, headers, text, frame: text === "" ? {} : JSON.parse(text) };
    received.push(one);
    answer(one, response);
    for (const [resolve, wanted] of waiting) if (received.length >= wanted) resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    received,
    count: (requests) =>
      new Promise((resolve) => {
        if (received.length >= requests) resolve();
        else waiting.set(resolve, requests);
      }),
  };
}
