import type { DatabaseSync, SQLInputValue } from "node:sqlite";

export interface Statement<Row> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  /** Resolves with how many rows changed. */
  run(...values: SQLInputValue[]): { readonly changes: number; readonly id: number };
}

/** A prepared statement whose rows are what its SQL and the STRICT tables of this schema say. */
export function prepare<Row = never>(db: DatabaseSync, sql: string): Statement<Row> {
  const statement = db.prepare(sql);
  return {
    // The one place where rows are believed: the columns are named in the SQL, their types are enforced by the tables.
    get: (...values) => statement.get(...values) as Row | undefined,
    all: (...values) => statement.all(...values) as Row[],
    run: (...values) => {
      const { changes, lastInsertRowid } = statement.run(...values);
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    },
  };
}
