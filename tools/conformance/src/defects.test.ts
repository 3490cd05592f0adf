import { describe, expect, test } from "vitest";
import type { Check } from "./check.ts";
import type { Fault } from "./defects/defect.ts";
import { storeDefects } from "./defects/store-defects.ts";
import { streamDefects } from "./defects/stream-defects.ts";
import { wireDefects } from "./defects/wire-defects.ts";
import { suite } from "./suite.ts";
import { openWorld } from "./world.ts";

const defects = [...streamDefects, ...wireDefects, ...storeDefects];

/** A check that does not come to its end within this time, in milliseconds, has failed: the defect made something wait for ever. */
const PATIENCE = 1_000;

/** Whether the check notices the fault. */
async function fails({ run, variant = "A", settings = {} }: Check, fault: Fault): Promise<boolean> {
  const world = await openWorld({
    variant,
    settings: { ...settings, timing: { ...settings.timing, closeGrace: 0 } },
    fault,
  });
  const late = AbortSignal.timeout(PATIENCE);
  const waited = new Promise<boolean>((resolve) => late.addEventListener("abort", () => resolve(true), { once: true }));
  const failed = run(world).then(
    () => false,
    () => true,
  );
  const outcome = await Promise.race([failed, waited]);
  await world.close();
  return outcome;
}

describe("a defect turns the checks of its requirement red", () => {
  test.each(defects)("$title → $breaks", async (defect) => {
    const citing = Object.values(suite)
      .flat()
      .filter(({ cites }) => cites.includes(defect.breaks));
    const red: string[] = [];
    for (const check of citing) if (await fails(check, defect)) red.push(check.title);
    expect(red).not.toEqual([]);
  });

  test("without a defect none of them is red", async () => {
    const citing = Object.values(suite)
      .flat()
      .filter(({ cites }) => defects.some(({ breaks }) => cites.includes(breaks)));
    const red: string[] = [];
    for (const check of citing) if (await fails(check, {})) red.push(check.title);
    expect(red).toEqual([]);
  });

  test("there are enough of them, each with a title of its own", () => {
    expect(new Set(defects.map(({ title }) => title)).size).toBe(defects.length);
    expect(defects.length).toBeGreaterThanOrEqual(20);
  });
});
