import {
  type Change,
  type Effect,
  type Level,
  type Place,
  packageNames,
  type SpecDiff,
  type Witness,
  weightOf,
} from "./change.ts";

/** The most changes of one weight that a report lists. */
export const MAX_LISTED = 100;

/** The most characters of a witness that a report shows. */
const MAX_WITNESS_LENGTH = 400;

export interface ReportOptions {
  /** The most changes of one weight that are listed; {@link MAX_LISTED} when absent. */
  readonly maxListed?: number;
}

const headings: Readonly<Record<Level | "none", string>> = {
  major: "Breaking",
  minor: "New",
  patch: "Small",
  none: "Nothing that a user of a package notices",
};

/** What a {@link SpecDiff} says, as Markdown: the packages, then the changes, what breaks first. */
export function renderReport(diff: SpecDiff, { maxListed = MAX_LISTED }: ReportOptions = {}): string {
  const title = `## ${diff.name}: ${titleOf(diff)}`;
  if (diff.changes.length === 0) return `${title}\n\nNothing has changed but the text of the file.\n`;
  const sections = (["major", "minor", "patch", "none"] as const).flatMap((level) => {
    const changes = diff.changes.filter((change) => (weightOf(change) ?? "none") === level);
    if (changes.length === 0) return [];
    const rest = changes.length - maxListed;
    const more = rest > 0 ? [`- … and ${rest} more`] : [];
    const listed = changes.slice(0, maxListed).map((change, i) => renderChange(change, changes[i - 1]));
    return [`### ${headings[level]}\n\n${[...listed, ...more].join("\n")}`];
  });
  return `${[title, renderPackages(diff), ...sections].join("\n\n")}\n`;
}

function titleOf({ old, new: fresh }: SpecDiff): string {
  if (!old) return `${fresh?.title} ${fresh?.version}, new`;
  if (!fresh) return `${old.title} ${old.version}, gone`;
  const title = old.title === fresh.title ? old.title : `${old.title} → ${fresh.title}`;
  return old.version === fresh.version ? `${title} ${old.version}` : `${title} ${old.version} → ${fresh.version}`;
}

function renderPackages({ packages }: SpecDiff): string {
  const rows = packageNames.flatMap((name) => (packages[name] ? [`| \`${name}\` | ${packages[name]} |`] : []));
  return rows.length > 0 ? ["| package | bump |", "|---|---|", ...rows].join("\n") : "No package needs a new version.";
}

/** What the change before has said about the packages is not said again. */
function renderChange(change: Change, before: Change | undefined): string {
  const effects = renderEffects(change);
  const isSame = before !== undefined && renderEffects(before).join("\n") === effects.join("\n");
  const lines = [
    `- **${change.subject}** ${change.message} (\`${change.code}\`)`,
    ...(isSame ? [] : effects),
    ...renderPlaces(change),
    ...(change.witness ? [renderWitness(change.witness)] : []),
  ];
  return lines.join("\n");
}

/** Packages that are told the same stand together. */
function renderEffects({ packages }: Change): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const name of packageNames) {
    const effect = packages[name];
    if (effect) groups.set(textOf(effect), [...(groups.get(textOf(effect)) ?? []), name.replace("@a2akit/", "")]);
  }
  return [...groups].map(([text, names]) => `  - ${names.join(", ")}: ${text}`);
}

function textOf({ level, reason }: Effect): string {
  return `${level} – ${reason}`;
}

function renderPlaces({ old, new: fresh }: Change): readonly string[] {
  if (old && fresh) {
    const [from, to] = [placeText(old), placeText(fresh)];
    return [from === to ? `  - at ${from}` : `  - ${from} → ${to}`];
  }
  if (old) return [`  - was at ${placeText(old)}`];
  return fresh ? [`  - at ${placeText(fresh)}`] : [];
}

function placeText({ file, pointer, line }: Place): string {
  return `\`${file}${line === undefined ? "" : `:${line}`}\` \`${pointer || "/"}\``;
}

function renderWitness({ verdict, of, document, because }: Witness): string {
  const text = JSON.stringify(document);
  const shown = text.length > MAX_WITNESS_LENGTH ? `${text.slice(0, MAX_WITNESS_LENGTH)}…` : text;
  const what = verdict === "refused" ? "was right, is no longer" : "was wrong, is right now";
  return `  - a ${of} that ${what}: \`${shown}\` – ${because}`;
}
