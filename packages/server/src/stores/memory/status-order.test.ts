import { expect, it } from "vitest";
import { formatPageToken, millisecondsFrom, parsePageToken } from "../page-token.ts";
import { countBefore, insert, move, remove } from "./status-order.ts";

interface Item {
  time: number;
  sequence: number;
}

it("keeps its order through any inserts, moves and removals", () => {
  const list: Item[] = [];
  const items: Item[] = [];
  // A fixed pseudo-random walk: the same in every run.
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let sequence = 1; sequence <= 2_000; sequence += 1) {
    const known = items[random(items.length * 2 + 1)];
    if (known === undefined) {
      const item = { time: random(50), sequence };
      items.push(item);
      insert(list, item);
    } else if (random(3) === 0) {
      remove(list, known);
      items.splice(items.indexOf(known), 1);
    } else {
      const before = { ...known };
      Object.assign(known, { time: random(50), sequence });
      move(list, known, before);
    }
    const sorted = items.toSorted((a, b) => a.time - b.time || a.sequence - b.sequence);
    expect(list).toEqual(sorted);
  }
  expect(countBefore(list, { time: 25, sequence: -1 })).toBe(list.filter(({ time }) => time < 25).length);
});

it("page tokens are read back, and others refused", () => {
  const key = { time: Date.now(), sequence: 123_456 };
  expect(parsePageToken(formatPageToken(key))).toEqual(key);
  for (const bad of ["", "x", "1.2.3", "1.-2", "@@bad@@", "1.zzzzzzzzzzzz"])
    expect(() => parsePageToken(bad)).toThrow();
});

it("a time finer than milliseconds starts with the next one", () => {
  expect(millisecondsFrom("2026-01-01T00:00:00.001Z") % 1_000).toBe(1);
  expect(millisecondsFrom("2026-01-01T00:00:00.001000Z") % 1_000).toBe(1);
  expect(millisecondsFrom("2026-01-01T00:00:00.0010001Z") % 1_000).toBe(2);
});
