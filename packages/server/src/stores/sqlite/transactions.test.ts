import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFiles } from "../../testing/temporary-files.ts";
import { createTransactions } from "./transactions.ts";

const newFile = temporaryFiles();

function setUp() {
  const file = newFile();
  const db = new DatabaseSync(file);
  const other = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT");
  db.exec("CREATE TABLE item (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED) STRICT");
  onTestFinished(() => {
    db.close();
    other.close();
  });
  const insert = db.prepare("INSERT INTO item VALUES (?)");
  const rows = (from = other) =>
    from
      .prepare("SELECT id FROM item ORDER BY rowid")
      .all()
      .map(({ id }) => id);
  const transactions = createTransactions({ db, file, lockTimeout: 1_000 });
  return { db, transactions, rows, add: (id: number | null) => void insert.run(id) };
}

it("gathers what is written in one turn into one transaction", async () => {
  const { transactions, rows, add } = setUp();
  const { write } = transactions;
  const seenByOthers = await Promise.all([
    write(() => add(null)),
    write(() => {
      add(null);
      return rows().length;
    }),
  ]);
  expect(seenByOthers[1]).toBe(0);
  expect(rows()).toHaveLength(2);
});

it("undoes a write that throws, and it alone", async () => {
  const { transactions, rows, add } = setUp();
  const failure = new Error("no");
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map((number) =>
      transactions.write(() => {
        add(null);
        if (number === 2) throw failure;
        return number;
      }),
    ),
  );
  expect(outcomes).toEqual([
    { status: "fulfilled", value: 1 },
    { status: "rejected", reason: failure },
    { status: "fulfilled", value: 3 },
  ]);
  expect(rows()).toHaveLength(2);
});

it("gives each write its own chance when the transaction they share cannot be committed", async () => {
  const { transactions, rows, add } = setUp();
  // A row without its parent is found out at the commit.
  const outcomes = await Promise.allSettled([null, 7, null].map((id) => transactions.write(() => add(id))));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(rows()).toEqual([null, null]);
});

it("survives a transaction that is rolled back under it", async () => {
  const { db, transactions, rows, add } = setUp();
  const { write } = transactions;
  let first = true;
  const outcomes = await Promise.allSettled([
    write(() => add(null)),
    write(() => {
      if (first) {
        first = false;
        db.exec("ROLLBACK");
        throw new Error("as SQLite does on some errors");
      }
      add(null);
    }),
    write(() => add(null)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect(rows()).toHaveLength(3);
});

it("reads one consistent view", async () => {
  const { db, transactions, rows, add } = setUp();
  const file = db.location() ?? "";
  const writer = new DatabaseSync(file);
  const [before, after] = await transactions.read(() => {
    const seen = rows(db).length;
    writer.exec("INSERT INTO item VALUES (NULL)");
    return [seen, rows(db).length];
  });
  writer.close();
  expect([before, after, rows(db).length]).toEqual([0, 0, 1]);
  await transactions.write(() => add(null));
  expect(rows()).toHaveLength(2);
});
