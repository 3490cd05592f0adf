import { exitStatus } from "../cli-error.ts";
import { commandLine } from "../command-line/command-line.ts";
import type { Context } from "../context.ts";
import { renderReport, reportOf } from "../doctor/report.ts";
import { print } from "../output/print.ts";
import type { Severity } from "../rules/rule.ts";
import { runExamination } from "../rules/run-examination.ts";

/** What `--fail-on` counts as a failure. */
const COUNTED: Readonly<Record<Severity | "never", readonly Severity[]>> = {
  error: ["error"],
  warning: ["error", "warning"],
  info: ["error", "warning", "info"],
  never: [],
};

/** `a2a doctor`: names each deviation of an agent, or of a card, and what would mend it; exit status 1 when there is one that counts, 4 when the agent
 * does not let the caller in. */
export async function doctor(context: Context): Promise<number> {
  const { invocation } = context;
  const { values, tokens, args } = invocation;
  const report = reportOf(await runExamination(context));
  print(context, report, () =>
    renderReport(report, { again: commandLine(tokens, "doctor", ...args), verbose: values.verbose === true }),
  );
  // Who was not let in has found out nothing.
  if (report.locked !== undefined) return exitStatus.A2ACLI_ERR_CREDENTIALS_MISSING;
  const counted = COUNTED[values["fail-on"] ?? "error"];
  return report.findings.some(({ severity }) => counted.includes(severity)) ? 1 : 0;
}
