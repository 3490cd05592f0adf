import { a2a } from "@a2akit/protocol/dialects/a2a";
import { cdqGenius } from "@a2akit/protocol/dialects/cdq-genius";
import { moltrust } from "@a2akit/protocol/dialects/moltrust";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { inProcess } from "../transports/in-process.ts";
import { viaNode } from "../transports/node.ts";
import { openWorld } from "../world.ts";
import { shots } from "./fuzz.ts";
import { alive, fire } from "./fuzz-once.ts";

const SEED = 20260301;
const rows = [
  { transport: inProcess, dialect: a2a, numRuns: 1500 },
  { transport: viaNode, dialect: a2a, numRuns: 300 },
  { transport: inProcess, dialect: moltrust, numRuns: 300 },
  { transport: inProcess, dialect: cdqGenius, numRuns: 300 },
] as const;

test.each(rows)(
  "$numRuns odd requests over $transport in $dialect.name are answered properly",
  async ({ numRuns, ...opening }) => {
    const world = await openWorld(opening);
    onTestFinished(() => world.close());
    await fc.assert(
      fc.asyncProperty(shots, (shot) => fire(world.peer, shot)),
      { seed: SEED, numRuns },
    );
    await alive(world.peer);
    const surprises = world.reports.filter((report) => !/SECRET/.test(String(report)));
    expect(surprises.map(String)).toEqual([]);
  },
);
