import { describe, expect, test } from "vitest";
import { handOut } from "./hand-out.ts";

/** A generator that takes batches and yields their items. */
function source(...batches: (number[] | Error)[]) {
  const state = { closed: false, taken: 0 };
  const ready: number[] = [];
  async function* generate(): AsyncGenerator<number, undefined> {
    try {
      for (const batch of batches) {
        state.taken += 1;
        if (batch instanceof Error) throw batch;
        // As those of a connection, it takes its time.
        await Promise.resolve();
        ready.push(...batch.toReversed());
        while (ready.length > 0) yield ready.pop() as number;
      }
      return undefined;
    } finally {
      state.closed = true;
    }
  }
  return { state, items: handOut(generate(), ready) };
}

async function collect(items: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("a generator past which its items are handed out", () => {
  test("gives the items of all batches in order, empty ones among them", async () => {
    const { items, state } = source([1, 2, 3], [], [4], [], []);
    expect(await collect(items)).toEqual([1, 2, 3, 4]);
    expect(state.closed).toBe(true);
    expect(await items.next()).toEqual({ done: true, value: undefined });
  });

  test("an item that has come is there at the next turn", async () => {
    const { items } = source([1, 2]);
    await items.next();
    let second: number | undefined;
    items.next().then(({ value }) => {
      second = value;
    });
    await Promise.resolve();
    expect(second).toBe(2);
  });

  test("takes a batch only when the one before it is used up", async () => {
    const { items, state } = source([1, 2], [3]);
    await items.next();
    await items.next();
    expect(state.taken).toBe(1);
    await items.next();
    expect(state.taken).toBe(2);
  });

  test("an error comes after what came before it", async () => {
    const { items } = source([1, 2], new Error("broken"));
    expect([(await items.next()).value, (await items.next()).value]).toEqual([1, 2]);
    await expect(items.next()).rejects.toThrow("broken");
    expect((await items.next()).done).toBe(true);
  });

  test("items that are asked for at once come in order", async () => {
    const { items } = source([1, 2], [3], [4, 5, 6]);
    const steps = await Promise.all(Array.from({ length: 7 }, () => items.next()));
    expect(steps.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, undefined]);
  });

  test("leaving the loop in the middle of a batch leaves the source, and nothing more comes", async () => {
    const { items, state } = source([1, 2, 3], [4]);
    for await (const item of items) if (item === 2) break;
    expect(state.closed).toBe(true);
    expect((await items.next()).done).toBe(true);
  });

  test("nothing more comes when it is left while an item is waited for", async () => {
    const { items } = source([1, 2, 3]);
    const [first, left] = await Promise.all([items.next(), items.return(undefined)]);
    expect([first, left, await items.next(), await items.next()]).toEqual([
      { done: false, value: 1 },
      ...Array(3).fill({ done: true, value: undefined }),
    ]);
  });

  test("a loop that is left before it began asks for nothing", async () => {
    const { items, state } = source([1]);
    await items.return(undefined);
    expect((await items.next()).done).toBe(true);
    expect(state.taken).toBe(0);
  });
});
