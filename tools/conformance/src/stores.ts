import { createMemoryTaskStore, type TaskStore } from "@a2akit/server";
import { createSqliteTaskStore } from "@a2akit/server/sqlite";
import type { StoreOptions } from "./test-store.ts";

type Open = (location: string, options: StoreOptions) => TaskStore;

/** The stores that a URL can name, by what stands before the first colon. */
const stores: Readonly<Record<string, Open>> = {
  memory: (_, options) => createMemoryTaskStore(options),
  sqlite: (file, options) => createSqliteTaskStore({ file, ...options }),
};

/** The store that a URL names (`memory`, `sqlite:FILE`), or `undefined` where there is no such kind. */
export function openStore(url: string, options: StoreOptions = {}): TaskStore | undefined {
  const [kind = "", ...location] = url.split(":");
  return Object.hasOwn(stores, kind) ? stores[kind]?.(location.join(":"), options) : undefined;
}
