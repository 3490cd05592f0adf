import type { LostRuns } from "@a2akit/server";
import { describe, expect, test } from "vitest";
import { type CrashOptions, crash } from "./crash.ts";
import { NOTHING_WRONG } from "./verdict.ts";

/** A bounded run; `pnpm crash` takes any number. */
const LOAD = { tasks: 12, kills: 3, atOnce: 12 };

describe("kill -9 while tasks run on a SQLite file", () => {
  test.each<[LostRuns, Partial<CrashOptions>]>([
    ["fail", {}],
    ["restart", {}],
    ["resume", {}],
    ["resume", { processes: 2 }],
  ])("loses, repeats and leaves nothing: %s %o", { timeout: 120_000 }, async (policy, more) => {
    const { verdict, tasks, kills, completed, effects } = await crash({ ...LOAD, policy, ...more });
    expect(verdict).toEqual(NOTHING_WRONG);
    expect(kills).toBe(LOAD.kills);
    expect(tasks).toBeGreaterThanOrEqual(LOAD.tasks);
    // A kill that hit nothing proves nothing.
    if (policy === "fail") expect(completed).toBeLessThan(tasks);
    else expect(effects.repeated).toBeGreaterThan(0);
  });
});
