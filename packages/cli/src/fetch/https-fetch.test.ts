import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createHttpsFetch } from "./https-fetch.ts";

/** A server whose answers have begun, and do not end. */
async function endless(): Promise<{ url: string; left: Promise<unknown> }> {
  const server = createServer((_, response) => {
    response.writeHead(200).write("half");
    server.emit("answering", response);
  });
  const left = once(server, "answering").then(([response]: ServerResponse[]) => response && once(response, "close"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, left };
}

test.each([true, false])("an abort while the answer comes reaches its reader, and nobody else (%j)", async (reads) => {
  const { url, left } = await endless();
  const uncaught: unknown[] = [];
  const hear = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtException", hear);
  onTestFinished(() => void process.off("uncaughtException", hear));
  const leaving = new AbortController();
  const response = await createHttpsFetch({})(new Request(url, { signal: leaving.signal }));
  const reader = response.body?.getReader();
  if (reads) await reader?.read();
  const next = reader?.read();
  leaving.abort(new Error("enough"));
  await Promise.allSettled([next, left]);
  await expect(reads ? next : reader?.read()).rejects.toThrow();
  expect(uncaught).toEqual([]);
});
