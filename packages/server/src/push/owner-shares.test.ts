import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createOwnerShares } from "./owner-shares.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const alice = { tenant: "", owner: "alice" };
const north = { tenant: "north", owner: "alice" };

it("admits so many of an owner of a tenant, under way or about to be", () => {
  const shares = createOwnerShares(2);
  expect([shares.defer(alice), shares.defer(alice), shares.defer(alice)]).toEqual([0, 0, 1_000]);
  expect(shares.defer(north)).toBe(0);
  const ends = [shares.begin(alice), shares.begin(alice)];
  shares.reset();
  expect(shares.defer(alice)).toBe(1_000);
  ends[0]?.();
  expect([shares.defer(alice), shares.defer(alice)]).toEqual([0, 100]);
  shares.reset();
  expect(shares.defer(alice)).toBe(0);
});

it("looks again soon at an owner whose webhooks answer, and not so soon at one whose webhooks hang", () => {
  const shares = createOwnerShares(1);
  shares.begin(alice)();
  shares.begin(alice);
  shares.reset();
  expect(shares.defer(alice)).toBe(100);
  vi.advanceTimersByTime(100);
  expect(shares.defer(alice)).toBe(1_000);
});
