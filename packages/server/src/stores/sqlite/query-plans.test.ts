import { DatabaseSync } from "node:sqlite";
import { expect, it, vi } from "vitest";
import { LEASE, opening, SCOPE, status } from "../../testing/log-entries.ts";
import { temporaryFiles } from "../../testing/temporary-files.ts";
import { createSqliteTaskStore } from "./sqlite.ts";

const newFile = temporaryFiles();
/** Tables that have one row, or of which any row will do. */
const SMALL = /^SCAN (gauge|trash|sqlite_schema)\b/;
/** At most `pushConfigs` rows. */
const FEW = /FROM webhook WHERE task = \?/;

/** Counts up to a bound, over an index. */
const BOUNDED = /FROM outbox WHERE died IS (NOT )?NULL LIMIT \?/;

it("finds every row by an index, and sorts nothing but a few", async () => {
  const file = newFile();
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  const store = createSqliteTaskStore({ file });
  const { run } = await store.create(SCOPE, opening(), LEASE);
  for (const contextId of ["", "c"]) {
    for (const state of [undefined, "TASK_STATE_WORKING" as const]) {
      for (const after of [undefined, "2026-01-01T00:00:00Z"]) {
        for (const pageToken of ["", "1.1"]) {
          await store.list(SCOPE, {
            contextId,
            pageToken,
            ...(state !== undefined && { status: state }),
            ...(after !== undefined && { statusTimestampAfter: after }),
          });
        }
      }
    }
  }
  await store.append(run, [status("TASK_STATE_COMPLETED")]);
  await store.close();
  const statements = new Set(prepare.mock.calls.map(([sql]) => sql));
  prepare.mockRestore();

  const db = new DatabaseSync(file);
  const queries = [...statements].filter((sql) => /^\s*(SELECT|UPDATE|DELETE|INSERT)/.test(sql));
  expect(queries.length).toBeGreaterThan(50);
  const bad = queries.flatMap((sql) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .filter(
        (detail) =>
          (detail.startsWith("SCAN") &&
            !SMALL.test(detail) &&
            !(BOUNDED.test(sql) && / INDEX |subquery/.test(detail))) ||
          (detail.includes("TEMP B-TREE") && !FEW.test(sql)),
      )
      .map((detail) => `${detail}: ${sql}`),
  );
  db.close();
  expect(bad).toEqual([]);
});
