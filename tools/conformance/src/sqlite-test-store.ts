import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteTaskStore } from "@a2akit/server/sqlite";
import type { OpenTestStore } from "./test-store.ts";

/** A file that is removed when the store is closed. */
export const openSqliteStore: OpenTestStore = async (options) => {
  const folder = await mkdtemp(join(tmpdir(), "a2akit-conformance-"));
  const store = createSqliteTaskStore({ file: join(folder, "tasks.db"), ...options });
  return {
    store,
    async close() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
};
