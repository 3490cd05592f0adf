import { resolve } from "node:path";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { findingText } from "../output/finding-text.ts";
import { document } from "../output/output.ts";
import { showPaths } from "../output/show-path.ts";

/**
 * `a2a diff`: what has changed between two OpenAPI files. With `--check`, resolves with 1 when something breaks.
 *
 * @throws CliError A2ACLI_ERR_USAGE where one of them cannot be compared, with place and rule.
 */
export async function diff({ invocation, io }: Context): Promise<number> {
  const { values, args } = invocation;
  const { diffFiles, formatFinding, renderFileReport } = await import("@a2akit/generator");
  const [old = "", fresh = ""] = args;
  const show = showPaths(io.cwd, old, fresh, values.overlay);
  const report = await diffFiles(resolve(io.cwd, old), resolve(io.cwd, fresh), {
    ...(values.overlay !== undefined && { overlay: resolve(io.cwd, values.overlay) }),
    ...(values.formats && { formats: values.formats }),
  });
  const findings = report.findings.map((finding) => ({ ...finding, file: show(finding.file) }));
  if (!report.diff) throw usageError([...new Set(findings.map(findingText))].join("; "));
  for (const finding of findings) io.stderr.write(`${formatFinding(finding)}\n`);
  const place = <T extends { readonly file: string }>(at: T) => ({ ...at, file: show(at.file) });
  const changes = report.diff.changes.map((change) => ({
    ...change,
    ...(change.old && { old: place(change.old) }),
    ...(change.new && { new: place(change.new) }),
  }));
  const overlays = Object.fromEntries(Object.entries(report.overlays).map(([side, path]) => [side, show(path)]));
  const found = { ...report.diff, changes };
  io.stdout.write(values.output === "json" ? document({ ...found, overlays }) : renderFileReport(found, { overlays }));
  return values.check && Object.values(found.parts).includes("major") ? 1 : 0;
}
