import type { Difference } from "./write.ts";

/** The most lines of one file that are shown. */
const MAX_LINES = 40;

/** How far behind a line that differs the same text is looked for, in lines of both files together. */
const MAX_DISTANCE = 400;

/** The lines that differ, with `-` what is on disk and `+` what should be, and their numbers. */
export function formatDifference({ path, kind, before = "", after = "" }: Difference): string {
  if (kind !== "changed") return `${kind}: ${path}`;
  const lines = [...changes(before.split("\n"), after.split("\n"))];
  const rest = lines.length - MAX_LINES;
  const shown = rest > 0 ? [...lines.slice(0, MAX_LINES), `  … ${rest} more lines`] : lines;
  return [`changed: ${path}`, ...shown].join("\n");
}

function* changes(old: readonly string[], fresh: readonly string[]): Generator<string> {
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (old[i] === fresh[j]) {
      i++;
      j++;
      continue;
    }
    const [gone, come] = meetAgain(old.slice(i), fresh.slice(j));
    yield `  @ ${i + 1}`;
    yield* old.slice(i, i + gone).map((line) => `  - ${line}`);
    yield* fresh.slice(j, j + come).map((line) => `  + ${line}`);
    i += gone;
    j += come;
  }
}

/** How many lines of each to skip until both go on with the same two. */
function meetAgain(old: readonly string[], fresh: readonly string[]): readonly [number, number] {
  for (let distance = 1; distance <= MAX_DISTANCE; distance++) {
    for (let gone = 0; gone <= distance; gone++) {
      const come = distance - gone;
      if (gone >= old.length || come >= fresh.length) continue;
      if (old[gone] === fresh[come] && old[gone + 1] === fresh[come + 1]) return [gone, come];
    }
  }
  return [old.length, fresh.length];
}
