import { DatabaseSync } from "node:sqlite";
import type { TaskStore } from "../../task-store.ts";
import { pushStoreContract } from "../../testing/push-store-contract.ts";
import { slowStore } from "../../testing/slow-store.ts";
import { taskStoreContract } from "../../testing/task-store-contract.ts";
import { temporaryFiles } from "../../testing/temporary-files.ts";
import { createSqliteTaskStore } from "./sqlite.ts";

const newFile = temporaryFiles();
const create = (): TaskStore => createSqliteTaskStore({ file: newFile() });

/** A store whose file somebody else locks again and again: what finds it locked has to wait its turn. */
function contended(): TaskStore {
  const file = newFile();
  const store = createSqliteTaskStore({ file });
  const other = new DatabaseSync(file);
  let held = false;
  const timer = setInterval(() => {
    held = !held;
    other.exec(held ? "BEGIN IMMEDIATE" : "ROLLBACK");
  }, 2);
  const close = async (): Promise<void> => {
    clearInterval(timer);
    other.close();
    await store.close();
  };
  return { ...store, close };
}

for (const [name, open] of [
  ["SQLite", create],
  ["slow SQLite", () => slowStore(create())],
  ["SQLite in a locked file", contended],
] as const) {
  taskStoreContract(name, open);
  pushStoreContract(name, open);
}
