import { line } from "../output/output.ts";
import type { Conformance, Result } from "./result.ts";

const LABELS: Readonly<Record<Result["outcome"], string>> = { pass: "Pass", fail: "Fail", warn: "Warn", skip: "Skip" };

/** The results for people: what failed and what was doubtful, with `verbose` everything (OUT_005). */
export function renderConformance(
  { agent, url, dialect, locked, suite, counts, results }: Conformance,
  verbose: boolean,
): string {
  const shown = results.filter(({ outcome }) => verbose || outcome === "fail" || outcome === "warn");
  return [
    line("Agent", agent),
    line("Endpoint", url),
    line("Dialect", dialect),
    line("Locked", locked && `the agent lets nobody in without a credential: ${locked}`),
    line("Suite", suite),
    ...shown.map(renderResult),
    line("Passed", counts.pass),
    line("Failed", counts.fail),
    line("Warned", counts.warn),
    line("Skipped", counts.skip),
  ].join("");
}

function renderResult({ topic, title, requirements, outcome, message }: Result): string {
  const cited = requirements.map(
    ({ id, section, level }) => `${id}, ${/^[\dA]/.test(section) ? `A2A §${section}` : `a2akit ${section}`}, ${level}`,
  );
  const about = cited.length > 0 ? ` (${cited.join("; ")})` : "";
  return line(LABELS[outcome], `${topic}: ${title}${about}${message === undefined ? "" : ` – ${message}`}`);
}
