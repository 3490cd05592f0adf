import type { Task } from "@a2akit/types";
import { insert, move, remove, type StatusKey } from "./status-order.ts";
import type { TaskRecord } from "./task-record.ts";

/** The tasks of one owner, by id and in the order of their last status: all, by state, by context. */
export interface ScopeBook {
  readonly key: string;
  readonly tasks: Map<string, TaskRecord>;
  readonly all: TaskRecord[];
  readonly byState: Map<Task["status"]["state"], TaskRecord[]>;
  /** Most contexts have one task, which needs no list. */
  readonly byContext: Map<string, TaskRecord | TaskRecord[]>;
}

export function createBook(key: string): ScopeBook {
  return { key, tasks: new Map(), all: [], byState: new Map(), byContext: new Map() };
}

/** Lists a record under its state and status time. */
export function enlist(record: TaskRecord): void {
  const { all, byState, byContext } = record.book;
  insert(all, record);
  const states = byState.get(record.state);
  if (states === undefined) byState.set(record.state, [record]);
  else insert(states, record);
  const siblings = byContext.get(record.contextId);
  if (siblings === undefined) byContext.set(record.contextId, record);
  else if (Array.isArray(siblings)) insert(siblings, record);
  else {
    const both = [siblings];
    insert(both, record);
    byContext.set(record.contextId, both);
  }
}

/** Moves a listed record whose status changed; `before` is where it is listed. */
export function relist(record: TaskRecord, before: StatusKey & Pick<TaskRecord, "state">): void {
  const { all, byState, byContext } = record.book;
  move(all, record, before);
  const siblings = byContext.get(record.contextId);
  if (Array.isArray(siblings)) move(siblings, record, before);
  remove(byState.get(before.state) ?? [], record, before);
  const states = byState.get(record.state);
  if (states === undefined) byState.set(record.state, [record]);
  else insert(states, record);
}

/** Takes a record out of the lists. */
export function delist(record: TaskRecord): void {
  const { all, byState, byContext } = record.book;
  remove(all, record);
  remove(byState.get(record.state) ?? [], record);
  const siblings = byContext.get(record.contextId);
  if (siblings === record) byContext.delete(record.contextId);
  if (!Array.isArray(siblings)) return;
  remove(siblings, record);
  if (siblings.length === 0) byContext.delete(record.contextId);
}

export function inContext({ byContext }: ScopeBook, contextId: string): readonly TaskRecord[] {
  const found = byContext.get(contextId);
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}
