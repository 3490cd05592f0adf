import type { DatabaseSync } from "node:sqlite";
import { unref } from "../../timers.ts";
import { prepare } from "./statement.ts";

/** Somebody who waits for entries of a task. */
export interface Watcher {
  readonly task: number;
  /** It has read a terminal entry: all that can still happen is that the task goes. */
  ended: boolean;
  wake(): void;
}

/** Tells of changes: of this process at once, of other processes when the next poll sees them. */
export interface Changes {
  /** From now on `watcher.wake` is called after every change. Returns the end of it. */
  watch(watcher: Watcher): () => void;
  /** This process wrote to a task. */
  announce(task: number): void;
  /** Wakes everybody, and watches no more. */
  close(): void;
}

export interface ChangesOptions {
  readonly db: DatabaseSync;
  /** Milliseconds between two looks at what other processes wrote. */
  readonly pollInterval: number;
}

export function createChanges({ db, pollInterval }: ChangesOptions): Changes {
  const sql = {
    /** Differs when, and only when, another connection committed. */
    version: prepare<{ data_version: number }>(db, "PRAGMA data_version"),
    newest: prepare<{ id: number }>(db, "SELECT coalesce(max(id), 0) AS id FROM entry"),
    since: prepare<{ task: number }>(db, "SELECT task FROM entry WHERE id > ?"),
  };
  const watchers = new Map<number, Set<Watcher>>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let seen = { version: 0, id: 0 };

  /** In this order: what another process commits between the two reads counts as unseen. */
  function look(): typeof seen {
    const id = sql.newest.get()?.id ?? 0;
    return { id, version: sql.version.get()?.data_version ?? 0 };
  }

  function poll(): void {
    const now = look();
    const changed = now.version !== seen.version ? sql.since.all(seen.id) : [];
    if (now.version !== seen.version) wakeEnded();
    seen = now;
    for (const task of new Set(changed.map(({ task }) => task))) announce(task);
  }

  /** What makes this poll fail, every watcher finds out by itself and can tell its reader. */
  function pollSafely(): void {
    try {
      poll();
    } catch {
      wakeAll();
    }
  }

  function announce(task: number): void {
    for (const watcher of [...(watchers.get(task) ?? [])]) watcher.wake();
  }

  /** A task that another process purged leaves no entry to be seen. */
  function wakeEnded(): void {
    for (const set of [...watchers.values()]) for (const watcher of [...set]) if (watcher.ended) watcher.wake();
  }

  function wakeAll(): void {
    for (const task of [...watchers.keys()]) announce(task);
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    watch(watcher) {
      const set = watchers.get(watcher.task) ?? new Set();
      watchers.set(watcher.task, set.add(watcher));
      if (timer === undefined) {
        seen = look();
        timer = setInterval(pollSafely, pollInterval);
        unref(timer);
      }
      return () => {
        set.delete(watcher);
        if (set.size === 0) watchers.delete(watcher.task);
        if (watchers.size === 0) stop();
      };
    },
    announce,
    close() {
      stop();
      wakeAll();
    },
  };
}
