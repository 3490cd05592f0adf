/** `node worker.ts FILE EFFECTS POLICY`: a server on a SQLite file that is made to be killed. */
import { createA2AHandler, type LostRuns } from "@a2akit/server";
import { createPushSender, serve } from "@a2akit/server/node";
import { createSqliteTaskStore } from "@a2akit/server/sqlite";
import { optionsOf } from "../variants.ts";
import { createCountingAgent } from "./counting-agent.ts";

const POLICIES: readonly LostRuns[] = ["fail", "restart", "resume"];
const [file = "", effects = "", policy = ""] = process.argv.slice(2);
const lostRuns = POLICIES.find((name) => name === policy);
if (lostRuns === undefined) throw new RangeError(`The policy must be one of ${POLICIES.join(", ")}, not ${policy}`);

const handler = createA2AHandler({
  ...optionsOf("A"),
  agent: createCountingAgent(effects),
  push: createPushSender({ allow: ["127.0.0.1"] }),
  store: createSqliteTaskStore({ file, pollInterval: 20 }),
  lostRuns,
  timing: { lease: 400, heartbeat: 100, webhookTimeout: 500, webhookBackoff: 20, webhookBackoffMax: 200 },
  // On a busy machine a process that lives may be late for its lease, too: that must not count as the death of its tasks.
  limits: { webhookAttempts: 1_000, runAttempts: 1_000 },
});
const { url } = await serve({ handler });
process.stdout.write(`${url}\n`);
// Whoever started it is gone.
process.stdin.resume().once("end", () => process.exit());
