import type { Difference } from "./write.ts";

/** The most lines of one file that are shown. */
const MAX_LINES = 30;

/** The lines between the first and the last that differ, with `-` what is on disk and `+` what should be. */
export function formatDifference({ path, kind, before = "", after = "" }: Difference): string {
  if (kind !== "changed") return `${kind}: ${path}`;
  const old = before.split("\n");
  const fresh = after.split("\n");
  let start = 0;
  while (start < old.length && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end++;
  const lines = [
    ...old.slice(start, old.length - end).map((line) => `  - ${line}`),
    ...fresh.slice(start, fresh.length - end).map((line) => `  + ${line}`),
  ];
  const rest = lines.length - MAX_LINES;
  const shown = rest > 0 ? [...lines.slice(0, MAX_LINES), `  … ${rest} more lines`] : lines;
  return [`changed: ${path}:${start + 1}`, ...shown].join("\n");
}
