import { createMemoryTaskStore, type TaskStore } from "@a2akit/server";

/** What the stores have in common. */
export interface StoreOptions {
  /** Messages that may wait for their run, per task. */
  readonly queuedMessages?: number;
}

interface TestStore {
  readonly store: TaskStore;
  close(): Promise<void>;
}

/** Opens a fresh store. */
export type OpenTestStore = (options: StoreOptions) => Promise<TestStore>;

export const openMemoryStore: OpenTestStore = async (options) => {
  const store = createMemoryTaskStore(options);
  return { store, close: () => store.close() };
};
