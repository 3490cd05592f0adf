import type { Io } from "../io.ts";
import { line } from "./output.ts";

/** One line on standard error that changes, for people who wait. */
export interface Progress {
  show(text: string): void;
  /** Takes the line away: before anything else is written, and at the end. */
  clear(): void;
}

/** Columns that every terminal has. */
const MAX_COLUMNS = 79;

/** Does nothing where standard error is no terminal (OUT_005). */
export function createProgress({ stderr, terminal }: Pick<Io, "stderr" | "terminal">): Progress {
  let isShown = false;
  const clear = () => {
    if (isShown) stderr.write("\r\u001b[K");
    isShown = false;
  };
  return {
    clear,
    show(text) {
      if (!terminal.stderr) return;
      clear();
      // Longer than the line it would wrap, and `\r` would not take it away.
      stderr.write(line("Waiting", text).trimEnd().slice(0, MAX_COLUMNS));
      isShown = true;
    },
  };
}
