import { type Change, type Effect, type Level, levels, type Place, type Revision, type Witness } from "./change.ts";

/** The most changes of one weight that a report lists. */
export const MAX_LISTED = 100;

/** The most characters of a witness that a report shows. */
const MAX_WITNESS_LENGTH = 400;

export interface ReportOptions {
  /** The most changes of one weight that are listed; {@link MAX_LISTED} when absent. */
  readonly maxListed?: number;
}

/** A change, and what it is to each of those whom a report is for. */
export interface ShownChange extends Omit<Change, "packages"> {
  readonly effects: readonly (readonly [name: string, effect: Effect])[];
}

const headings: Readonly<Record<Level, string>> = { major: "Breaking", minor: "New", patch: "Small" };

/** The changes as Markdown, what breaks first; `unnoticed` is the heading of those that have no effect. */
export function renderChanges(
  changes: readonly ShownChange[],
  unnoticed: string,
  { maxListed = MAX_LISTED }: ReportOptions,
): readonly string[] {
  return [...levels, undefined].flatMap((level) => {
    const own = changes.filter((change) => heaviestOf(change) === level);
    if (own.length === 0) return [];
    const rest = own.length - maxListed;
    const more = rest > 0 ? [`- … and ${rest} more`] : [];
    const listed = own.slice(0, maxListed).map((change, i) => renderChange(change, own[i - 1]));
    return [`### ${level === undefined ? unnoticed : headings[level]}\n\n${[...listed, ...more].join("\n")}`];
  });
}

/** Which file was compared with which; undefined is a file that was not there, or is gone. */
export function revisionsText(old: Revision | undefined, fresh: Revision | undefined): string {
  if (!old) return `${fresh?.title} ${fresh?.version}, new`;
  if (!fresh) return `${old.title} ${old.version}, gone`;
  const title = old.title === fresh.title ? old.title : `${old.title} → ${fresh.title}`;
  return old.version === fresh.version ? `${title} ${old.version}` : `${title} ${old.version} → ${fresh.version}`;
}

/** What a report says where there is no change. */
export function unchangedText(old: Revision | undefined, fresh: Revision | undefined): string {
  return old?.sha256 === fresh?.sha256
    ? "Nothing has changed: the files are the same."
    : "No component has changed, and nothing of a JSON-RPC endpoint or its card; other paths are not compared.";
}

export function table(head: readonly [string, string], rows: readonly (readonly [string, string])[]): string {
  return [head, ["---", "---"], ...rows]
    .map(([left, right]) => `| ${left} | ${right} |`)
    .join("\n")
    .replace("| --- | --- |", "|---|---|");
}

function heaviestOf({ effects }: ShownChange): Level | undefined {
  return levels.find((level) => effects.some(([, effect]) => effect.level === level));
}

/** What the change before has said about its effects is not said again. */
function renderChange(change: ShownChange, before: ShownChange | undefined): string {
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

/** Those that are told the same stand together. */
function renderEffects({ effects }: ShownChange): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const [name, { level, reason }] of effects) {
    const text = `${level} – ${reason}`;
    groups.set(text, [...(groups.get(text) ?? []), name]);
  }
  return [...groups].map(([text, names]) => `  - ${names.join(", ")}: ${text}`);
}

function renderPlaces({ old, new: fresh }: ShownChange): readonly string[] {
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
