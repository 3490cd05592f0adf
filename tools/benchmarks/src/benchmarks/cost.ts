import type { Child } from "../processes/child.ts";

/** CPU microseconds, user and system, that a server process spends while `work` runs; and what `work` gives. */
export async function cpuDuring<T>(server: Child, work: () => Promise<T>): Promise<{ cpu: number; result: T }> {
  const before = await reading(server, "cpu");
  const result = await work();
  return { cpu: (await reading(server, "cpu")) - before, result };
}

/** Bytes of live heap after garbage collection. */
export const heapOf = (server: Child) => reading(server, "heap");

async function reading(child: Child, name: string): Promise<number> {
  return read(await child.ask({ ask: name }), name);
}

/** @throws Error when the reading is missing */
export function read(numbers: Readonly<Record<string, number>>, name: string): number {
  const value = numbers[name];
  if (value === undefined) throw new Error(`no reading "${name}"`);
  return value;
}
