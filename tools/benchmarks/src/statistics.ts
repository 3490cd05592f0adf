/** The middle value; of an even count the mean of the two in the middle. @throws RangeError on an empty list */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (at(sorted, Math.floor(middle - 0.5)) + at(sorted, Math.floor(middle))) / 2;
}

/** The smallest value that at least the share `q` (0 to 1) of all values does not exceed. @throws RangeError on an empty list */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return at(sorted, Math.max(0, Math.ceil(q * sorted.length) - 1));
}

/**
 * The median of `values[i] / peer[i]`.
 *
 * Entry `i` of both was measured directly one after the other, so that what slows the machine for a while slows both.
 * @throws RangeError on lists of different length and on empty ones
 */
export function pairedRatio(values: readonly number[], peer: readonly number[]): number {
  if (values.length !== peer.length) throw new RangeError(`${values.length} values against ${peer.length}`);
  return median(values.map((value, index) => value / at(peer, index)));
}

function at(values: readonly number[], index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError("no values");
  return value;
}
