/** `pnpm fuzz [runs] [seed]`: odd requests by the thousand; prints the seed, so that a failure can be repeated. */
import fc from "fast-check";
import { freshSeed, shots } from "../src/fuzz/fuzz.ts";
import { alive, fire } from "../src/fuzz/fuzz-once.ts";
import { viaNode } from "../src/transports/node.ts";
import { openWorld } from "../src/world.ts";

const numRuns = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? freshSeed());
const world = await openWorld({ transport: viaNode });
process.stdout.write(`${numRuns} requests, seed ${seed}\n`);
try {
  await fc.assert(
    fc.asyncProperty(shots, (shot) => fire(world.peer, shot)),
    { seed, numRuns },
  );
  await alive(world.peer);
  process.stdout.write("each was answered properly\n");
} finally {
  await world.close();
}
