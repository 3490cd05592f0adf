/** Marks a file as a task store ("a2ak"), so that no other program's database is written to. */
export const APPLICATION_ID = 0x61_32_61_6b;

/**
 * Step n takes a file from version n to n + 1. Forward only: a step that was released is never changed.
 *
 * A task's `sequence` is the `id` of the entry that gave it its status: the order in which statuses arrived. Keys and
 * entry ids are never used twice, so that a reader that remembers one is never misled.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE task (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    context TEXT NOT NULL,
    state TEXT NOT NULL,
    time INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0,
    last INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    fence TEXT,
    input INTEGER NOT NULL DEFAULT 0,
    attempt INTEGER NOT NULL DEFAULT 1,
    expires INTEGER,
    cancel INTEGER NOT NULL DEFAULT 0,
    UNIQUE (tenant, owner, id)
  ) STRICT;
  CREATE INDEX task_by_time ON task (tenant, owner, time, sequence);
  CREATE INDEX task_by_state ON task (tenant, owner, state, time, sequence);
  CREATE INDEX task_by_context ON task (tenant, owner, context, time, sequence);
  CREATE INDEX task_by_lease ON task (expires) WHERE expires IS NOT NULL;
  CREATE INDEX task_by_end ON task (time) WHERE finished = 1;

  CREATE TABLE entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    task INTEGER NOT NULL,
    number INTEGER NOT NULL,
    input INTEGER NOT NULL,
    format INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (task, number)
  ) STRICT;

  CREATE TABLE snapshot (
    task INTEGER PRIMARY KEY REFERENCES task (key) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    format INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE queue (
    task INTEGER NOT NULL REFERENCES task (key) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    PRIMARY KEY (task, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE webhook (
    key INTEGER PRIMARY KEY,
    task INTEGER NOT NULL REFERENCES task (key) ON DELETE CASCADE,
    id TEXT NOT NULL,
    stream TEXT NOT NULL UNIQUE,
    format INTEGER NOT NULL,
    body TEXT NOT NULL,
    opening INTEGER NOT NULL,
    due INTEGER,
    sending INTEGER,
    fence TEXT,
    UNIQUE (task, id)
  ) STRICT;
  CREATE INDEX webhook_by_due ON webhook (due) WHERE due IS NOT NULL;

  CREATE TABLE outbox (
    webhook INTEGER NOT NULL REFERENCES webhook (key) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    reason TEXT,
    died INTEGER,
    PRIMARY KEY (webhook, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outbox_alive ON outbox (webhook, number) WHERE died IS NULL;
  CREATE INDEX outbox_dead ON outbox (died, webhook, number) WHERE died IS NOT NULL;

  CREATE TABLE trash (task INTEGER PRIMARY KEY) STRICT;

  CREATE TABLE tally (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    state TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (tenant, owner, state)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE gauge (unfinished INTEGER NOT NULL) STRICT;
  INSERT INTO gauge VALUES (0);

  CREATE TRIGGER task_begins AFTER INSERT ON task BEGIN
    INSERT INTO tally VALUES (new.tenant, new.owner, new.state, 1)
      ON CONFLICT (tenant, owner, state) DO UPDATE SET count = count + 1;
    UPDATE gauge SET unfinished = unfinished + 1 - new.finished;
  END;
  CREATE TRIGGER task_restated AFTER UPDATE OF state ON task WHEN new.state <> old.state BEGIN
    UPDATE tally SET count = count - 1 WHERE tenant = old.tenant AND owner = old.owner AND state = old.state;
    INSERT INTO tally VALUES (new.tenant, new.owner, new.state, 1)
      ON CONFLICT (tenant, owner, state) DO UPDATE SET count = count + 1;
    UPDATE gauge SET unfinished = unfinished + old.finished - new.finished WHERE new.finished <> old.finished;
  END;
  CREATE TRIGGER task_goes AFTER DELETE ON task BEGIN
    UPDATE tally SET count = count - 1 WHERE tenant = old.tenant AND owner = old.owner AND state = old.state;
    DELETE FROM tally WHERE tenant = old.tenant AND owner = old.owner AND count = 0;
    UPDATE gauge SET unfinished = unfinished - 1 WHERE old.finished = 0;
  END;
  `,
  "ALTER TABLE task ADD COLUMN handovers INTEGER NOT NULL DEFAULT 0",
  `CREATE INDEX task_by_wait ON task (time) WHERE state IN ('TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_AUTH_REQUIRED')`,
];
