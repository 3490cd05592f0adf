import type { AppliedOverlays } from "./diff-files.ts";
import { type FileDiff, partNames } from "./file-diff.ts";
import { type ReportOptions, renderChanges, revisionsText, table, unchangedText } from "./render-changes.ts";

export interface FileReportOptions extends ReportOptions {
  /** The overlays that were applied, which the report names. */
  readonly overlays?: AppliedOverlays;
}

/** What a {@link FileDiff} says, as Markdown: what is generated, the agent and callers, then the changes, what breaks first. */
export function renderFileReport(diff: FileDiff, { overlays = {}, ...options }: FileReportOptions = {}): string {
  const head = [`## ${revisionsText(diff.old, diff.new)}`, ...renderOverlays(overlays)];
  if (diff.changes.length === 0) return `${[...head, unchangedText(diff.old, diff.new)].join("\n\n")}\n`;
  const changes = diff.changes.map(({ parts, ...change }) => ({
    ...change,
    effects: partNames.flatMap((name) => (parts[name] ? [[name, parts[name]] as const] : [])),
  }));
  const rows = partNames.flatMap((name) => (diff.parts[name] ? [[name, diff.parts[name]] as const] : []));
  const summary = rows.length > 0 ? table(["shows in", "level"], rows) : "Nothing that is generated from it changes.";
  return `${[...head, summary, ...renderChanges(changes, "Nothing that anybody notices", options)].join("\n\n")}\n`;
}

function renderOverlays({ old, new: fresh }: AppliedOverlays): readonly string[] {
  if (old === undefined && fresh === undefined) return [];
  if (old === fresh) return [`Overlay of both files: \`${old}\``];
  const text = (path: string | undefined) => (path === undefined ? "none" : `\`${path}\``);
  return [`Overlay of the old file: ${text(old)}; of the new one: ${text(fresh)}`];
}
