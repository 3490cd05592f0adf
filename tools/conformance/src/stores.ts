import { createMemoryTaskStore, type TaskStore } from "@a2akit/server";

type Open = (location: string) => TaskStore;

/** The stores that a URL can name, by what stands before the first colon. */
const stores: Readonly<Record<string, Open>> = {
  memory: () => createMemoryTaskStore(),
};

/** The store that a URL names, or `undefined` where there is no such kind. */
export function openStore(url: string): TaskStore | undefined {
  const [kind = "", ...location] = url.split(":");
  return Object.hasOwn(stores, kind) ? stores[kind]?.(location.join(":")) : undefined;
}
