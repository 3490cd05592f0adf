import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Check } from "./check.ts";
import type { Defect } from "./defects/defect.ts";
import { storeDefects } from "./defects/store-defects.ts";
import { streamDefects } from "./defects/stream-defects.ts";
import { wireDefects } from "./defects/wire-defects.ts";
import type { RequirementId } from "./requirements.ts";
import { suite } from "./suite.ts";
import { openWorld } from "./world.ts";

const defects = [...streamDefects, ...wireDefects, ...storeDefects];

/** Milliseconds after which a check of a defect that `hangs` has failed. */
const PATIENCE = 500;

/** Whether the check notices the defect. */
async function fails({ run, variant = "A", settings = {} }: Check, defect: Defect): Promise<boolean> {
  const world = await openWorld({ variant, settings, fault: defect });
  const failed = run(world).then(
    () => false,
    () => true,
  );
  const outcome = await (defect.hangs ? Promise.race([failed, setTimeout(PATIENCE, true)]) : failed);
  await world.close();
  return outcome;
}

const citing = (requirement: RequirementId): Check[] =>
  Object.values(suite)
    .flat()
    .filter(({ cites }) => cites.includes(requirement));

/** That the same checks are green without a defect is what `suite.test.ts` shows. */
describe("a defect turns a check of its requirement red", () => {
  test.each(defects)("$title → $breaks", async (defect) => {
    for (const check of citing(defect.breaks)) if (await fails(check, defect)) return;
    expect.fail(`no check of ${defect.breaks} noticed it`);
  });

  test("there are enough of them, each with a title of its own", () => {
    expect(new Set(defects.map(({ title }) => title)).size).toBe(defects.length);
    expect(defects.length).toBeGreaterThanOrEqual(20);
  });
});
