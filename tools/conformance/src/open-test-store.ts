import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TaskStore } from "@a2akit/server";
import { openStore, type StoreOptions } from "./stores.ts";

export type StoreKind = "memory" | "sqlite";

export interface TestStore {
  readonly store: TaskStore;
  close(): Promise<void>;
}

/** A fresh store; the file of one that has a file is removed when it is closed. */
export async function openTestStore(kind: StoreKind, options: StoreOptions = {}): Promise<TestStore> {
  const folder = kind === "sqlite" ? await mkdtemp(join(tmpdir(), "a2akit-conformance-")) : undefined;
  const store = openStore(folder === undefined ? kind : `${kind}:${join(folder, "tasks.db")}`, options);
  if (!store) throw new TypeError(`There is no store of kind ${kind}`);
  return {
    store,
    async close() {
      await store.close();
      if (folder !== undefined) await rm(folder, { recursive: true });
    },
  };
}
