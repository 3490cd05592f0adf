import type { LogEntry } from "../../log-entry.ts";
import type { Stored } from "../../task-store.ts";

/** The entries of one task; number n is at index n − 1. Numbers and inputs are told when somebody reads: most entries nobody does. */
export interface TaskLog {
  entries: LogEntry[];
  /** The input of all of them, until one has another. */
  readonly input: number;
  /** From then on, that of each. */
  inputs: number[] | undefined;
}

/** `input`: what the first message of the task is for. */
export function createLog(input: number): TaskLog {
  return { entries: [], input, inputs: undefined };
}

export function pushEntry(log: TaskLog, entry: LogEntry, input: number): void {
  if (log.inputs === undefined && input !== log.input) log.inputs = log.entries.map(() => log.input);
  log.inputs?.push(input);
  log.entries.push(entry);
}

/** Nothing follows: the lists take no more memory than they need. */
export function closeLog(log: TaskLog): void {
  log.entries = log.entries.slice();
  log.inputs = log.inputs?.slice();
}

/** Entry `number`; `undefined`: it is still to come. */
export function storedAt({ entries, input, inputs }: TaskLog, number: number): Stored | undefined {
  const entry = entries[number - 1];
  return entry && { number, input: inputs?.[number - 1] ?? input, entry };
}

/** Number of the last message; 1 where there is none. */
export function lastMessage(log: TaskLog | undefined): number {
  return Math.max(log?.entries.findLastIndex(({ type }) => type === "message") ?? 0, 0) + 1;
}
