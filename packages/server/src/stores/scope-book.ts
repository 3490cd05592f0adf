import type { Task } from "@a2akit/types";
import { insert, remove } from "./status-order.ts";
import type { TaskRecord } from "./task-record.ts";

/** The tasks of one owner, by id and in the order of their last status: all, by state, by context. */
export interface ScopeBook {
  readonly key: string;
  readonly tasks: Map<string, TaskRecord>;
  readonly all: TaskRecord[];
  readonly byState: Map<Task["status"]["state"], TaskRecord[]>;
  readonly byContext: Map<string, TaskRecord[]>;
}

export function createBook(key: string): ScopeBook {
  return { key, tasks: new Map(), all: [], byState: new Map(), byContext: new Map() };
}

function listsOf(record: TaskRecord): TaskRecord[][] {
  const { book, state, contextId } = record;
  return [book.all, bucket(book.byState, state), bucket(book.byContext, contextId)];
}

function bucket<K>(map: Map<K, TaskRecord[]>, key: K): TaskRecord[] {
  const known = map.get(key);
  if (known !== undefined) return known;
  const list: TaskRecord[] = [];
  map.set(key, list);
  return list;
}

/** Lists a record under its state and status time. */
export function enlist(record: TaskRecord): void {
  for (const list of listsOf(record)) insert(list, record);
}

/** Takes a record out of the lists; call before its state or status time changes. */
export function delist(record: TaskRecord): void {
  for (const list of listsOf(record)) remove(list, record);
  const { book, contextId } = record;
  if (book.byContext.get(contextId)?.length === 0) book.byContext.delete(contextId);
}
