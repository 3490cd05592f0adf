import type { Dialect } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { moltrust } from "@a2akit/protocol/dialects/moltrust";
import { describe, expect, onTestFinished, test } from "vitest";
import { slowStore } from "./slow-store.ts";
import { openSqliteStore } from "./sqlite-test-store.ts";
import { suite } from "./suite.ts";
import { viaExpress } from "./transports/express.ts";
import { viaFastify } from "./transports/fastify.ts";
import { viaHono } from "./transports/hono.ts";
import { viaNode } from "./transports/node.ts";
import { type Opening, openWorld } from "./world.ts";

interface Axis extends Opening {
  readonly name: string;
  readonly dialect: Dialect;
  /** Checks by title that do not hold there, with the reason. */
  readonly without?: Readonly<Record<string, string>>;
}

const NOT_FOUND = { "a path where nothing is, is 404": "where no mount is, the framework answers" };

/** Full on node × canonical × memory, and from there along one axis at a time. */
const axes: readonly Axis[] = [
  { name: "node × a2a × memory", transport: viaNode, dialect: a2a },
  { name: "fetch × a2a × memory", dialect: a2a },
  { name: "fetch × cdq-genius × memory", dialect: cdqGenius },
  { name: "fetch × moltrust × memory", dialect: moltrust },
  {
    name: "express × a2a × memory",
    transport: viaExpress,
    dialect: a2a,
    without: {
      ...NOT_FOUND,
      "what is no JSON is a parse error with a null id": "express.json() takes a lone byte order mark for {}",
    },
  },
  { name: "fastify × a2a × memory", transport: viaFastify, dialect: a2a, without: NOT_FOUND },
  { name: "hono × a2a × memory", transport: viaHono, dialect: a2a },
  { name: "node × a2a × sqlite", transport: viaNode, dialect: a2a, openStore: openSqliteStore },
  { name: "fetch × a2a × a slow store", dialect: a2a, fault: { store: slowStore } },
];

describe.each(axes)("$name", (axis) => {
  for (const [topic, checks] of Object.entries(suite)) {
    const fitting = checks.filter(
      ({ needs, title }) =>
        needs.every((method) => axis.dialect.methods.includes(method)) && axis.without?.[title] === undefined,
    );
    describe.runIf(fitting.length > 0)(topic, () => {
      test.each(fitting)("$title", async ({ run, variant = "A", settings = {} }) => {
        const world = await openWorld({ ...axis, variant, settings });
        onTestFinished(() => world.close());
        await run(world);
      });
    });
  }
});

test("what an axis leaves out is a check that there is", () => {
  const titles = new Set(Object.values(suite).flatMap((checks) => checks.map(({ title }) => title)));
  const left = axes.flatMap(({ without = {} }) => Object.keys(without));
  expect(left.filter((title) => !titles.has(title))).toEqual([]);
});

test("every dialect runs a good part of the suite, and the canonical one all of it", () => {
  const checks = Object.values(suite).flat();
  const share = ({ methods }: Dialect) =>
    checks.filter(({ needs }) => needs.every((method) => methods.includes(method))).length / checks.length;
  expect(share(a2a)).toBe(1);
  expect(share(moltrust)).toBe(1);
  expect(share(cdqGenius)).toBeGreaterThan(0.4);
});
