/** `pnpm crash [--policy fail|restart|resume] [--tasks 500] [--kills 50] [--processes 1] [--seed 1]`: kill -9 under load. */
import { parseArgs } from "node:util";
import type { LostRuns } from "@a2akit/server";
import { crash } from "../src/crash/crash.ts";

const POLICIES: readonly LostRuns[] = ["fail", "restart", "resume"];
const { values } = parseArgs({
  options: {
    policy: { type: "string" },
    tasks: { type: "string", default: "500" },
    kills: { type: "string", default: "50" },
    processes: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
  },
});
const chosen = POLICIES.filter((policy) => values.policy === undefined || values.policy === policy);
if (chosen.length === 0) throw new RangeError(`--policy must be one of ${POLICIES.join(", ")}, not ${values.policy}`);

for (const policy of chosen) {
  const { complaints, ...report } = await crash({
    policy,
    tasks: Number(values.tasks),
    kills: Number(values.kills),
    processes: Number(values.processes),
    seed: Number(values.seed),
    onKill: (kills, finished) => process.stderr.write(`\r${policy}: ${kills} kills, ${finished} tasks ended `),
  });
  process.stderr.write("\n");
  process.stdout.write(`${JSON.stringify({ policy, ...report })}\n`);
  for (const complaint of complaints.slice(0, 5)) process.stderr.write(complaint);
  if (Object.values(report.verdict).some((count) => count > 0)) process.exitCode = 1;
}
