import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRandom } from "../random.ts";
import type { Journey } from "./journey.ts";

/** A webhook per task, which refuses some of what comes. */
export interface Receiver {
  /** A new URL. */
  hook(): string;
  /** Numbers of the entries that came to a URL, in order; `taken` are those that were answered with 204. */
  arrivals(hook: string): { readonly all: readonly number[]; readonly taken: readonly number[] };
  close(): void;
}

/** One in so many deliveries is answered with 500. */
const REFUSED = 5;

export async function startReceiver(seed: number): Promise<Receiver> {
  const random = createRandom(seed);
  const all = new Map<string, number[]>();
  const taken = new Map<string, number[]>();
  const note = (list: Map<string, number[]>, hook: string, number: number): void => {
    list.set(hook, [...(list.get(hook) ?? []), number]);
  };
  let hooks = 0;
  let origin = "";

  const server = createServer((request, response) => {
    const hook = `${origin}${request.url}`;
    // The id of a delivery ends with the number of its entry.
    const number = Number(/\d+$/.exec(String(request.headers["webhook-id"]))?.[0]);
    note(all, hook, number);
    const refuse = random(REFUSED) === 0;
    if (!refuse) note(taken, hook, number);
    request.resume().once("end", () => response.writeHead(refuse ? 500 : 204).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;

  return {
    hook() {
      hooks += 1;
      return `${origin}/${hooks}`;
    },
    arrivals: (hook) => ({ all: all.get(hook) ?? [], taken: taken.get(hook) ?? [] }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Frames that a webhook should have taken and did not. */
export function undelivered({ arrivals }: Pick<Receiver, "arrivals">, { hook, opened, frames }: Journey): number {
  const taken = new Set(arrivals(hook).taken);
  return [opened, ...frames.keys()].filter((number) => !taken.has(number)).length;
}

/** Deliveries that came after a later one. A frame may come again, in its place. */
export function disordered({ arrivals }: Pick<Receiver, "arrivals">, { hook }: Journey): number {
  const { all } = arrivals(hook);
  return all.filter((number, index) => number < (all[index - 1] ?? 0)).length;
}
