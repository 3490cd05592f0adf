import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { ListTasksRequest } from "@a2akit/types";
import { DEFAULT_PAGE_SIZE } from "../../limits.ts";
import type { Scope, TaskPage } from "../../task-store.ts";
import { formatPageToken, millisecondsFrom, parsePageToken } from "../page-token.ts";
import type { Snapshots } from "./snapshots.ts";
import { prepare, type Statement } from "./statement.ts";

interface ListedRow {
  readonly key: number;
  readonly last: number;
  readonly time: number;
  readonly sequence: number;
}

/** A condition of the query with its values. */
type Condition = readonly [sql: string, ...values: SQLInputValue[]];

export type ListTasks = (scope: Scope, query: ListTasksRequest) => TaskPage;

/**
 * One page, newest status first, from an index: O(page) for every single filter, and for counting by owner and state.
 * Context and state together, and counts with other filters, cost the size of what the filters leave.
 * Call in a read transaction.
 */
export function createListTasks(db: DatabaseSync, snapshots: Snapshots): ListTasks {
  const prepared = new Map<string, Statement<never>>();

  /** There are only as many texts as combinations of filters. */
  function query<Row>(text: string, conditions: readonly Condition[], ...more: SQLInputValue[]): Row[] {
    const where = conditions.map(([sql]) => sql).join(" AND ");
    const complete = text.replace("WHERE ?", `WHERE ${where}`);
    const statement = prepared.get(complete) ?? prepare(db, complete);
    prepared.set(complete, statement);
    return statement.all(...conditions.flatMap(([, ...values]) => values), ...more);
  }

  function count({ tenant, owner }: Scope, filters: ListTasksRequest, matching: readonly Condition[]): number {
    const { contextId, statusTimestampAfter, status } = filters;
    const tallied = !contextId && statusTimestampAfter === undefined;
    const states: Condition[] = status === undefined ? [] : [["state = ?", status]];
    const [row] = tallied
      ? query<{ total: number }>("SELECT coalesce(sum(count), 0) AS total FROM tally WHERE ?", [
          ["tenant = ? AND owner = ?", tenant, owner],
          ...states,
        ])
      : query<{ total: number }>(
          `SELECT count(*) AS total FROM task INDEXED BY ${indexFor(filters)} WHERE ?`,
          matching,
        );
    return row?.total ?? 0;
  }

  return (scope, filters) => {
    const start = filters.pageToken ? parsePageToken(filters.pageToken) : undefined;
    const size = filters.pageSize ?? DEFAULT_PAGE_SIZE;
    const matching = conditionsOf(scope, filters);
    const after: Condition[] = start ? [["(time, sequence) < (?, ?)", start.time, start.sequence]] : [];
    const rows = query<ListedRow>(
      `SELECT key, last, time, sequence FROM task INDEXED BY ${indexFor(filters)}
       WHERE ? ORDER BY time DESC, sequence DESC LIMIT ?`,
      [...matching, ...after],
      size + 1,
    );
    const page = rows.slice(0, size);
    const last = page.at(-1);
    return {
      tasks: page.map(({ key, last: number }) => snapshots.at(key, number)),
      nextPageToken: rows.length > size && last !== undefined ? formatPageToken(last) : "",
      totalSize: count(scope, filters, matching),
    };
  };
}

function conditionsOf({ tenant, owner }: Scope, { contextId, status, statusTimestampAfter }: ListTasksRequest) {
  const conditions: Condition[] = [["tenant = ? AND owner = ?", tenant, owner]];
  if (contextId) conditions.push(["context = ?", contextId]);
  if (status !== undefined) conditions.push(["state = ?", status]);
  if (statusTimestampAfter !== undefined) conditions.push(["time >= ?", millisecondsFrom(statusTimestampAfter)]);
  return conditions;
}

function indexFor({ contextId, status }: ListTasksRequest): string {
  if (contextId) return "task_by_context";
  return status === undefined ? "task_by_time" : "task_by_state";
}
