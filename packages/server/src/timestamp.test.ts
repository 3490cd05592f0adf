import { afterEach, expect, it, vi } from "vitest";
import { millisecondsOf, timestamp } from "./timestamp.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("is the time now, to the millisecond", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 2, 3, 4, 5, 6) });
  expect(timestamp()).toBe("2026-01-02T03:04:05.006Z");
  expect(timestamp()).toBe("2026-01-02T03:04:05.006Z");
  vi.advanceTimersByTime(1);
  expect(timestamp()).toBe("2026-01-02T03:04:05.007Z");
  vi.setSystemTime(0);
  expect(timestamp()).toBe("1970-01-01T00:00:00.000Z");
});

it("is read back, as is any other time", () => {
  vi.useFakeTimers({ now: 1_700_000_000_007 });
  const now = timestamp();
  expect(millisecondsOf(now)).toBe(1_700_000_000_007);
  vi.advanceTimersByTime(1);
  expect(millisecondsOf(timestamp())).toBe(1_700_000_000_008);
  expect(millisecondsOf(now)).toBe(1_700_000_000_007);
  expect(millisecondsOf("2026-01-02T03:04:05Z")).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
});
