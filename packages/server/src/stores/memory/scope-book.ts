import type { Task } from "@a2akit/types";
import type { Scope } from "../../task-store.ts";
import type { StatusKey } from "../page-token.ts";
import { insert, move, remove, sortByStatus } from "./status-order.ts";
import type { TaskRecord } from "./task-record.ts";

/** The tasks of one owner. */
export interface ScopeBook extends Scope {
  readonly tasks: Map<string, TaskRecord>;
  /** Made when the owner first lists its tasks, and kept up from then on: most owners never do. */
  lists: TaskLists | undefined;
}

/** Tasks in the order of their last status: all, by state, by context. */
export interface TaskLists {
  readonly all: TaskRecord[];
  readonly byState: Map<Task["status"]["state"], TaskRecord[]>;
  /** Most contexts have one task, which needs no list. */
  readonly byContext: Map<string, TaskRecord | TaskRecord[]>;
}

/** The books of all owners, by tenant and owner: keys that exist, where a key of both would be made for every call. */
export interface Books {
  find(scope: Scope): ScopeBook | undefined;
  /** The book, which is made where there is none. */
  open(scope: Scope): ScopeBook;
  remove(book: ScopeBook): void;
}

export function createBooks(): Books {
  const tenants = new Map<string, Map<string, ScopeBook>>();
  return {
    find: ({ tenant, owner }) => tenants.get(tenant)?.get(owner),
    open({ tenant, owner }) {
      const owners = tenants.get(tenant) ?? new Map<string, ScopeBook>();
      const known = owners.get(owner);
      if (known !== undefined) return known;
      const book: ScopeBook = { tenant, owner, tasks: new Map(), lists: undefined };
      tenants.set(tenant, owners.set(owner, book));
      return book;
    },
    remove({ tenant, owner }) {
      const owners = tenants.get(tenant);
      owners?.delete(owner);
      if (owners?.size === 0) tenants.delete(tenant);
    },
  };
}

export function listsOf(book: ScopeBook): TaskLists {
  if (book.lists !== undefined) return book.lists;
  book.lists = { all: [], byState: new Map(), byContext: new Map() };
  for (const record of sortByStatus([...book.tasks.values()])) enlist(record);
  return book.lists;
}

/** Lists a record under its state and status time. */
export function enlist(record: TaskRecord): void {
  const { lists } = record.book;
  if (lists === undefined) return;
  insert(lists.all, record);
  putUnderState(lists, record);
  const siblings = lists.byContext.get(record.contextId);
  if (siblings === undefined) lists.byContext.set(record.contextId, record);
  else if (Array.isArray(siblings)) insert(siblings, record);
  else lists.byContext.set(record.contextId, sortByStatus([siblings, record]));
}

/** Moves a listed record whose status changed; `before` is where it is listed. */
export function relist(record: TaskRecord, before: StatusKey & Pick<TaskRecord, "state">): void {
  const { lists } = record.book;
  if (lists === undefined) return;
  move(lists.all, record, before);
  const siblings = lists.byContext.get(record.contextId);
  if (Array.isArray(siblings)) move(siblings, record, before);
  remove(lists.byState.get(before.state) ?? [], record, before);
  putUnderState(lists, record);
}

/** Takes a record out of the lists. */
export function delist(record: TaskRecord): void {
  const { lists } = record.book;
  if (lists === undefined) return;
  remove(lists.all, record);
  remove(lists.byState.get(record.state) ?? [], record);
  const siblings = lists.byContext.get(record.contextId);
  if (Array.isArray(siblings)) remove(siblings, record);
  if (siblings === record || (Array.isArray(siblings) && siblings.length === 0)) {
    lists.byContext.delete(record.contextId);
  }
}

function putUnderState({ byState }: TaskLists, record: TaskRecord): void {
  const list = byState.get(record.state);
  if (list === undefined) byState.set(record.state, [record]);
  else insert(list, record);
}

export function inContext({ byContext }: TaskLists, contextId: string): readonly TaskRecord[] {
  const found = byContext.get(contextId);
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}
