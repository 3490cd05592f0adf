import type { ListTasksRequest } from "@a2akit/types";
import { DEFAULT_PAGE_SIZE } from "../../limits.ts";
import type { TaskPage } from "../../task-store.ts";
import { formatPageToken, millisecondsFrom, parsePageToken } from "../page-token.ts";
import { inContext, listsOf, type ScopeBook, type TaskLists } from "./scope-book.ts";
import { countBefore } from "./status-order.ts";
import { currentTask, type TaskRecord } from "./task-record.ts";

/**
 * One page, newest status first. O(page) for every single filter once the owner has listed tasks before; context and state
 * together cost the size of the context.
 */
export function listTasks(book: ScopeBook | undefined, query: ListTasksRequest): TaskPage {
  const start = query.pageToken ? parsePageToken(query.pageToken) : undefined;
  const list = book === undefined ? [] : candidates(listsOf(book), query);
  const oldest =
    query.statusTimestampAfter === undefined
      ? 0
      : countBefore(list, { time: millisecondsFrom(query.statusTimestampAfter), sequence: -1 });
  const end = start === undefined ? list.length : countBefore(list, start);
  const from = Math.max(oldest, end - (query.pageSize ?? DEFAULT_PAGE_SIZE));
  const page = list.slice(from, Math.max(from, end)).reverse();
  const last = page.at(-1);
  return {
    tasks: page.map(currentTask),
    nextPageToken: from > oldest && last !== undefined ? formatPageToken(last) : "",
    totalSize: list.length - oldest,
  };
}

function candidates(lists: TaskLists, { contextId, status }: ListTasksRequest): readonly TaskRecord[] {
  if (contextId) {
    const list = inContext(lists, contextId);
    return status === undefined ? list : list.filter(({ state }) => state === status);
  }
  return status === undefined ? lists.all : (lists.byState.get(status) ?? []);
}
