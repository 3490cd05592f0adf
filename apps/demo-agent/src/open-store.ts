import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { createMemoryTaskStore, type TaskStore } from "@a2akit/server";
import { createSqliteTaskStore } from "@a2akit/server/sqlite";
import type { StoreLocation } from "./options.ts";

/** Tasks in memory are gone when the process ends; those in a file are there the next time. */
export function openStore(location: StoreLocation): TaskStore {
  if (location.kind === "memory") return createMemoryTaskStore();
  mkdirSync(dirname(location.file), { recursive: true });
  return createSqliteTaskStore({ file: location.file });
}
