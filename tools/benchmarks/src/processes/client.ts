import { openClient as openBareClient } from "../clients/bare.ts";
import type { OpenClient, TestClient } from "../clients/open-client.ts";
import { median } from "../statistics.ts";
import { answer, number, text } from "./answer.ts";

/** `client.ts <module> <url>`: one client, and what it costs this process. */
const [module, url] = process.argv.slice(2);
if (module === undefined || url === undefined) throw new Error("usage: client.ts <module> <url>");
const { openClient }: { openClient: OpenClient } = await import(module);
const client = await openClient(url);
const bare = await openBareClient(url);

answer({
  /** Median microseconds that GetTask takes longer than with plain fetch, over `count` pairs of calls, one call at a time. */
  calls: async (question) => {
    const [id, count] = [text(question, "id"), number(question, "count")];
    const added: number[] = [];
    for (let left = count; left > 0; left -= 1) {
      const plain = await latency(bare, id);
      added.push((await latency(client, id)) - plain);
    }
    return { added: median(added) };
  },
  /** CPU microseconds per event of one stream of `chunks` chunks. */
  stream: async (question) => {
    const chunks = number(question, "chunks");
    const before = process.cpuUsage();
    let events = 0;
    for await (const _ of client.stream(`chunks ${chunks}`)) events += 1;
    // The Task before, and the status after.
    if (events !== chunks + 2) throw new Error(`${events} events instead of ${chunks + 2}`);
    return { cpu: cpuSince(before) / events };
  },
});

async function latency(caller: TestClient, id: string): Promise<number> {
  const started = performance.now();
  const state = await caller.getTask(id);
  if (state !== "TASK_STATE_COMPLETED") throw new Error(`the task is ${state}`);
  return (performance.now() - started) * 1_000;
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
