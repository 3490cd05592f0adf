import { createHash } from "node:crypto";
import { parse } from "yaml";
import { type Change, type Level, levels, packageNames, type SpecDiff, weightOf } from "../diff/change.ts";
import { isObject } from "../json.ts";

/** The most changes of one weight that a changeset lists; the changelog has it for ever. */
const MAX_LISTED = 12;

/** Package → level, as a changeset or a diff says it. */
export type Bumps = ReadonlyMap<string, Level>;

/** The text of a changeset for what a diff proves, in packages that `known` has; undefined when nobody would notice. */
export function writeChangeset(diff: SpecDiff, known: ReadonlySet<string>): string | undefined {
  const bumps = [...bumpsOf(diff)].filter(([name]) => known.has(name));
  if (bumps.length === 0) return undefined;
  const head = bumps.map(([name, level]) => `${JSON.stringify(name)}: ${level}\n`).join("");
  return `---\n${head}---\n\n${summaryOf(diff)}\n`;
}

export function bumpsOf({ packages }: SpecDiff): Bumps {
  return new Map(packageNames.flatMap((name) => (packages[name] ? [[name, packages[name]] as const] : [])));
}

const headings: Readonly<Record<Level, string>> = { major: "Breaking", minor: "New", patch: "Small" };

function summaryOf(diff: SpecDiff): string {
  const title = `The dialect \`${diff.name}\` follows ${revisionsOf(diff)}.`;
  const sections = levels.flatMap((level) => {
    const changes = diff.changes.filter((change) => weightOf(change) === level);
    const rest = changes.length - MAX_LISTED;
    const lines = [...changes.slice(0, MAX_LISTED).map(lineOf), ...(rest > 0 ? [`- and ${rest} more`] : [])];
    return changes.length > 0 ? [`${headings[level]}:\n\n${lines.join("\n")}`] : [];
  });
  return [title, ...sections].join("\n\n");
}

function revisionsOf({ old, new: fresh }: SpecDiff): string {
  if (!old) return `${fresh?.title} ${fresh?.version}, which is new`;
  if (!fresh) return `${old.title} ${old.version} no longer: it is gone`;
  const versions = old.version === fresh.version ? fresh.version : `${fresh.version}, after ${old.version}`;
  return `${fresh.title} ${versions}`;
}

function lineOf({ subject, message }: Change): string {
  return `- \`${subject}\` ${message}`;
}

/** A name that the same update gives again. */
export function changesetName({ name, new: fresh }: SpecDiff): string {
  const mark = fresh?.sha256 ?? createHash("sha256").update(`${name} is gone`).digest("hex");
  return `spec-${name}-${mark.slice(0, 8)}.md`;
}

/** What the front matter of a changeset claims; undefined when it is none. */
export function readChangeset(text: string): Bumps | undefined {
  const [, head] = /^---\r?\n(.*?)\r?\n?---(?:\r?\n|$)/s.exec(text) ?? [];
  if (head === undefined) return undefined;
  const rows = parseHead(head);
  if (rows === undefined) return undefined;
  const pairs = Object.entries(rows).flatMap(([name, value]) => {
    const level = levels.find((known) => known === value);
    return level === undefined ? [] : [[name, level] as const];
  });
  return new Map(pairs);
}

function parseHead(head: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const rows: unknown = parse(head);
    return isObject(rows) ? rows : rows === null ? {} : undefined;
  } catch {
    return undefined;
  }
}
