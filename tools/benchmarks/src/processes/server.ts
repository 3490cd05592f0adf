import { setTimeout } from "node:timers/promises";
import type { Keeping, Serve } from "../servers/serve.ts";
import { answer } from "./answer.ts";

/** `server.ts <module> <keeping>`: one contestant on a free loopback port, and what it costs this process. */
const [module, keeping] = process.argv.slice(2);
if (module === undefined || !isKeeping(keeping)) throw new Error("usage: server.ts <module> <keeping>");
const { serve }: { serve: Serve } = await import(module);
const port = await serve(keeping);

const GC_PASSES = 20;
const GC_PAUSE_MS = 50;
const SETTLED_BYTES = 4_096;

answer({
  port: () => ({ port }),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return { cpu: user + system, user, system };
  },
  heap: async () => ({ heap: await settledHeap() }),
});

/** Bytes of live heap, once sockets that were closed a moment ago have gone and collections free nothing more. */
async function settledHeap(): Promise<number> {
  let heap = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < GC_PASSES; pass += 1) {
    await setTimeout(GC_PAUSE_MS);
    globalThis.gc?.();
    const { heapUsed } = process.memoryUsage();
    if (Math.abs(heap - heapUsed) < SETTLED_BYTES) break;
    heap = heapUsed;
  }
  return heap;
}

function isKeeping(value: string | undefined): value is Keeping {
  return value === "forget" || value === "remember" || value === "settled";
}
