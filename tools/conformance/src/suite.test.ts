import type { Dialect } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { moltrust } from "@a2akit/protocol/dialects/moltrust";
import { describe, expect, onTestFinished, test } from "vitest";
import { suite } from "./suite.ts";
import { openWorld, type Transport } from "./world.ts";

/** Full on node × canonical × memory, and from there along one axis at a time. */
const axes: readonly (readonly [Transport, Dialect])[] = [
  ["node", a2a],
  ["fetch", a2a],
  ["fetch", cdqGenius],
  ["fetch", moltrust],
];

describe.each(axes.map(([transport, dialect]) => ({ transport, dialect, name: dialect.name })))(
  "$transport × $name",
  ({ transport, dialect }) => {
    for (const [topic, checks] of Object.entries(suite)) {
      const fitting = checks.filter(({ needs }) => needs.every((method) => dialect.methods.includes(method)));
      describe.runIf(fitting.length > 0)(topic, () => {
        test.each(fitting)("$title", async ({ run, variant = "A", settings = {} }) => {
          const world = await openWorld({ transport, dialect, variant, settings });
          onTestFinished(() => world.close());
          await run(world);
        });
      });
    }
  },
);

test("every dialect runs a good part of the suite, and the canonical one all of it", () => {
  const checks = Object.values(suite).flat();
  const share = ({ methods }: Dialect) =>
    checks.filter(({ needs }) => needs.every((method) => methods.includes(method))).length / checks.length;
  expect(share(a2a)).toBe(1);
  expect(share(moltrust)).toBe(1);
  expect(share(cdqGenius)).toBeGreaterThan(0.4);
});
