import type { Task } from "@a2akit/types";
import { resourceExhausted } from "../../http-errors.ts";
import type { LogEntry } from "../../log-entry.ts";
import type { PushConfig } from "../../push-store.ts";

/** The format that entries, snapshots and configs are written in; every earlier one can be read. */
export const FORMAT = 1;

export interface Written {
  readonly format: number;
  readonly body: string;
}

/** @throws A2AError RESOURCE_EXHAUSTED for an entry of more than `limit` bytes. */
export function writeEntry(entry: LogEntry, limit: number): string {
  const body = JSON.stringify(entry);
  const bytes = Buffer.byteLength(body);
  if (bytes > limit) throw resourceExhausted(`A log entry of ${bytes} bytes is over the limit of ${limit}`);
  return body;
}

/** @throws Error for a format of a later release. */
export function readEntry(written: Written): LogEntry {
  return read(written);
}

/** @throws Error for a format of a later release. */
export function readTask(written: Written): Task {
  return read(written);
}

/** @throws Error for a format of a later release. */
export function readConfig(written: Written): PushConfig {
  return read(written);
}

/** What this store wrote is what it reads: it was typed on its way in. */
function read({ format, body }: Written) {
  if (format > FORMAT) {
    throw new Error(`The task store holds an entry of format ${format}; this release reads formats up to ${FORMAT}`);
  }
  return JSON.parse(body);
}
