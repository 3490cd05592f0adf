import type { StatusKey } from "../page-token.ts";

function compare(a: StatusKey, b: StatusKey): number {
  return a.time - b.time || a.sequence - b.sequence;
}

/** Sorts in place. */
export function sortByStatus<T extends StatusKey>(list: T[]): T[] {
  return list.sort(compare);
}

/** How many of the ascending `list` come before `key`. O(log n). `moved` is still listed where `key` says. */
export function countBefore(list: readonly StatusKey[], key: StatusKey, moved?: StatusKey): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    if (item !== undefined && item !== moved && compare(item, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Puts an item in its place; a status that just happened belongs at the end. */
export function insert<T extends StatusKey>(list: T[], item: T): void {
  const last = list.at(-1);
  if (last === undefined || compare(last, item) < 0) list.push(item);
  else list.splice(countBefore(list, item), 0, item);
}

/** Takes an item out, from where it was listed; cheap at both ends, where a task at work and a task to forget are. */
export function remove<T extends StatusKey>(list: T[], item: T, before: StatusKey = item): void {
  if (list.at(-1) === item) list.pop();
  else if (list[0] === item) list.shift();
  else {
    const index = countBefore(list, before, item);
    if (list[index] === item) list.splice(index, 1);
  }
}

/** Puts an item whose key changed in its new place; nothing moves while it stays the newest. */
export function move<T extends StatusKey>(list: T[], item: T, before: StatusKey): void {
  const older = list.at(-2);
  if (list.at(-1) === item && (older === undefined || compare(older, item) < 0)) return;
  remove(list, item, before);
  insert(list, item);
}
