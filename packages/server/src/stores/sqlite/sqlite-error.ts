/** What SQLite's primary result codes mean to whoever runs the server. */
const MEANINGS: Readonly<Record<number, string>> = {
  5: "is locked by another process",
  6: "is locked by another process",
  8: "may not be written to",
  10: "cannot be read or written: its disk fails",
  11: "is corrupt",
  13: "is full, or its disk is: nothing of this operation was stored",
  14: "cannot be opened: its folder must exist and be writable",
  26: "is not a SQLite database, or is corrupt",
};
const BUSY: ReadonlySet<number> = new Set([5, 6]);

/** The primary result code (the low byte) of an error that SQLite gave. */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return error.errcode & 0xff;
}

/** Another process holds the lock: trying again helps. */
export function isBusy(error: unknown): boolean {
  return BUSY.has(codeOf(error) ?? 0);
}

/** An error that names the file and what is wrong with it; what SQLite said is its `cause`. Others pass unchanged. */
export function explain(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  const meaning = MEANINGS[code] ?? `failed: ${error instanceof Error ? error.message : code}`;
  return new Error(`The task store ${file} ${meaning}`, { cause: error });
}
