import type { TaskRecord } from "./task-record.ts";

/** Finished tasks in the order in which they ended: first they lose their log, later they are forgotten. */
export interface FinishedQueue {
  readonly size: number;
  /** Of all their Tasks; see `TaskRecord.bytes`. */
  readonly bytes: number;
  readonly oldest: TaskRecord | undefined;
  push(record: TaskRecord): void;
  shift(): TaskRecord | undefined;
  /** Drops the logs of tasks that ended before a time (milliseconds). */
  compact(endedBefore: number): void;
}

/** Slots that are given back at once. */
const CHUNK = 1_024;

export function createFinishedQueue(): FinishedQueue {
  let records: (TaskRecord | undefined)[] = [];
  let head = 0;
  let compacted = 0;
  let bytes = 0;

  return {
    get size() {
      return records.length - head;
    },
    get bytes() {
      return bytes;
    },
    get oldest() {
      return records[head];
    },
    push(record) {
      records.push(record);
      bytes += record.bytes;
    },
    shift() {
      const oldest = records[head];
      if (oldest === undefined) return undefined;
      records[head] = undefined;
      bytes -= oldest.bytes;
      head += 1;
      compacted = Math.max(compacted, head);
      if (head >= CHUNK && head * 2 >= records.length) {
        records = records.slice(head);
        compacted -= head;
        head = 0;
      }
      return oldest;
    },
    compact(endedBefore) {
      for (;;) {
        const record = records[compacted];
        if (record === undefined || record.time > endedBefore) return;
        record.log = undefined;
        compacted += 1;
      }
    },
  };
}
