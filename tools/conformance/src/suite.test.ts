import type { Dialect } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { moltrust } from "@a2akit/protocol/dialects/moltrust";
import { describe, expect, onTestFinished, test } from "vitest";
import { slowStore } from "./slow-store.ts";
import { suite } from "./suite.ts";
import { type Opening, openWorld } from "./world.ts";

/** Full on node × canonical × memory, and from there along one axis at a time. */
const axes: readonly (Opening & { readonly name: string; readonly dialect: Dialect })[] = [
  { name: "node × a2a × memory", transport: "node", dialect: a2a },
  { name: "fetch × a2a × memory", dialect: a2a },
  { name: "fetch × cdq-genius × memory", dialect: cdqGenius },
  { name: "fetch × moltrust × memory", dialect: moltrust },
  { name: "node × a2a × sqlite", transport: "node", dialect: a2a, store: "sqlite" },
  { name: "fetch × a2a × a slow store", dialect: a2a, fault: { store: slowStore } },
];

describe.each(axes)("$name", (axis) => {
  for (const [topic, checks] of Object.entries(suite)) {
    const fitting = checks.filter(({ needs }) => needs.every((method) => axis.dialect.methods.includes(method)));
    describe.runIf(fitting.length > 0)(topic, () => {
      test.each(fitting)("$title", async ({ run, variant = "A", settings = {} }) => {
        const world = await openWorld({ ...axis, variant, settings });
        onTestFinished(() => world.close());
        await run(world);
      });
    });
  }
});

test("every dialect runs a good part of the suite, and the canonical one all of it", () => {
  const checks = Object.values(suite).flat();
  const share = ({ methods }: Dialect) =>
    checks.filter(({ needs }) => needs.every((method) => methods.includes(method))).length / checks.length;
  expect(share(a2a)).toBe(1);
  expect(share(moltrust)).toBe(1);
  expect(share(cdqGenius)).toBeGreaterThan(0.4);
});
