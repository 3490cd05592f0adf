/** `; did you mean X?`, to put behind a message: the nearest name, when it differs in at most a third of its letters. */
export function didYouMean(word: string, names: readonly string[]): string {
  const [best] = names
    .map((name) => ({ name, distance: editDistance(word, name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return best ? `; did you mean ${best.name}?` : "";
}

/** The fewest letters to insert, delete or replace (Levenshtein). */
function editDistance(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (last[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (last[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    last = current;
  }
  return last.at(-1) ?? 0;
}
