import { packageNames, type SpecDiff } from "./change.ts";
import { type ReportOptions, renderChanges, revisionsText, table, unchangedText } from "./render-changes.ts";

/** What a {@link SpecDiff} says, as Markdown: the packages, then the changes, what breaks first. */
export function renderReport(diff: SpecDiff, options: ReportOptions = {}): string {
  const title = `## ${diff.name}: ${revisionsText(diff.old, diff.new)}`;
  if (diff.changes.length === 0) return `${title}\n\n${unchangedText(diff.old, diff.new)}\n`;
  const changes = diff.changes.map(({ packages, ...change }) => ({
    ...change,
    effects: packageNames.flatMap((name) => {
      const effect = packages[name];
      return effect ? [[name.replace("@a2akit/", ""), effect] as const] : [];
    }),
  }));
  const sections = renderChanges(changes, "Nothing that a user of a package notices", options);
  return `${[title, renderPackages(diff), ...sections].join("\n\n")}\n`;
}

function renderPackages({ packages }: SpecDiff): string {
  const rows = packageNames.flatMap((name) => (packages[name] ? [[`\`${name}\``, packages[name]] as const] : []));
  return rows.length > 0 ? table(["package", "bump"], rows) : "No package needs a new version.";
}
