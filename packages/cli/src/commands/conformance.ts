import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { variantOf } from "@a2akit/conformance/live";
import { whatToSet } from "../agent/explain-refusal.ts";
import { exitStatus, usageError } from "../cli-error.ts";
import { toJUnit } from "../conformance/junit.ts";
import { renderConformance } from "../conformance/render.ts";
import { type Conformance, conformanceOf, type Result } from "../conformance/result.ts";
import { ruleResults } from "../conformance/rule-results.ts";
import { suiteResults } from "../conformance/suite-results.ts";
import { runTck } from "../conformance/tck.ts";
import type { Context } from "../context.ts";
import { openFetch } from "../fetch/open-fetch.ts";
import { requireFile, writeError } from "../files/output-place.ts";
import { print } from "../output/print.ts";
import { createProgress } from "../output/progress.ts";
import { meetAgent } from "../rules/meet-agent.ts";
import { isLocked } from "../rules/results.ts";
import { runExamination } from "../rules/run-examination.ts";

const WELL_KNOWN = "/.well-known/agent-card.json";

/** `a2a conformance`: every check, whether it passed or not; exit status 1 when one failed, 4 when the agent does not let the caller in. */
export async function conformance(context: Context): Promise<number> {
  const { invocation, io } = context;
  const { values } = invocation;
  const { junit } = values;
  const file = junit === undefined || junit === "-" ? undefined : resolve(io.cwd, junit);
  if (file !== undefined) requireFile("--junit", file);
  if (junit === "-" && values.output === "json")
    throw usageError("--junit - and -o json both want standard output; --junit results.xml writes to a file");
  const outcome = values.tck === undefined ? await runOwn(context) : await runPublic(context, values.tck);
  if (junit === "-") io.stdout.write(toJUnit(outcome));
  else print(context, outcome, () => renderConformance(outcome, values.verbose === true));
  if (file !== undefined) await write(file, toJUnit(outcome));
  if (outcome.locked) return exitStatus.A2ACLI_ERR_CREDENTIALS_MISSING;
  return outcome.counts.fail > 0 ? 1 : 0;
}

/** Our own checks: the rules of the doctor, and with the scripted agent behind the server, the suite. */
async function runOwn(context: Context): Promise<Conformance> {
  const { io, signal } = context;
  const { seen, judgements } = await runExamination(context);
  const { agent, card } = seen;
  const results = ruleResults(judgements);
  if (agent && variantOf(agent.card)) {
    const progress = createProgress(io);
    let count = 0;
    const onResult = ({ topic, title }: Result) => {
      count += 1;
      progress.show(`${count} ${topic}: ${title}`);
    };
    try {
      const live = {
        card: agent.card,
        dialect: agent.dialect,
        url: agent.interface.url,
        fetch: await openFetch(context),
      };
      results.push(...(await suiteResults(live, { signal, onResult })));
    } finally {
      progress.clear();
    }
  }
  const about = { agent: card.resolved?.card.name, url: agent?.interface.url, dialect: agent?.dialect.name };
  const locked = agent && isLocked(seen) ? { locked: whatToSet(agent) } : {};
  return conformanceOf({ ...about, ...locked, suite: "a2akit" }, results);
}

/** The public test kit, over the agent's JSON-RPC endpoint (CONFORM_001). */
async function runPublic(context: Context, folder: string): Promise<Conformance> {
  const { invocation, io, signal } = context;
  const { args, values } = invocation;
  const { card, agent } = await meetAgent(context, await openFetch(context), args[0] ?? values["agent-card"]);
  const url = card.resolved?.url;
  if (url === undefined || !agent) throw usageError("--tck needs an agent that can be called, not a card in a file");
  if (!url.endsWith(WELL_KNOWN)) throw usageError(`--tck finds cards at ${WELL_KNOWN} only; this one is at ${url}`);
  const base = url.slice(0, -WELL_KNOWN.length);
  const results = await runTck({ folder: resolve(io.cwd, folder), base, stderr: io.stderr, signal });
  const about = { agent: agent.card.name, url: agent.interface.url, dialect: agent.dialect.name };
  return conformanceOf({ ...about, suite: "a2a-tck" }, results);
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw writeError("--junit", path, error);
  }
}
