/** The longest word, in UTF-16 units, for which a name is suggested; a longer one is nothing that somebody has mistyped. */
const MAX_WORD = 100;

/** The most names that are looked at. */
const MAX_NAMES = 1000;

/** `; did you mean X?`, to put behind a message: the nearest name, when it differs in at most a third of its letters. */
export function didYouMean(word: string, names: readonly string[]): string {
  if (word.length > MAX_WORD) return "";
  const [best] = names
    .slice(0, MAX_NAMES)
    .map((name) => ({ name, allowed: Math.max(1, Math.floor(name.length / 3)) }))
    // A letter more or less is a difference each.
    .filter(({ name, allowed }) => Math.abs([...name].length - [...word].length) <= allowed)
    .map(({ name, allowed }) => ({ name, allowed, distance: editDistance(word, name) }))
    .filter(({ allowed, distance }) => distance <= allowed)
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
