import { basename, resolve } from "node:path";
import { CANONICAL } from "../canonical.ts";
import { type Finding, formatFinding, hasErrors } from "../findings.ts";
import { formatDifference } from "../format-difference.ts";
import type { TypeRef } from "../model/methods.ts";
import { type Difference, UnsafeTargetError } from "../write.ts";
import { type FolderOptions, type GeneratedFolder, generateFolder } from "./generate-folder.ts";
import { compareFolder, writeFolder } from "./write-folder.ts";

export interface IntoOptions extends FolderOptions {
  /** The folder to write; made when it is not there. */
  readonly out: string;
  /** Write nothing, only say what differs. */
  readonly check?: boolean;
}

export interface IntoReport extends Omit<GeneratedFolder, "files"> {
  readonly out: string;
  readonly name: string;
  /** Names of all files that belong into the folder. */
  readonly files: readonly string[];
  /** Those that were written or removed, or with `check` differ. */
  readonly differences: readonly Difference[];
  /** Why nothing was written, where the folder is not fit for it. */
  readonly refusal?: string;
  readonly check: boolean;
  /** Everything was written or, with `check`, nothing differs. */
  readonly ok: boolean;
}

/** What a dialect may be called. */
export const DIALECT_NAME = /^[a-z][a-z0-9-]*$/;

/** Generates from one file into one folder. Does not throw on what is wrong with file or folder: the report says that. */
export async function generateInto(file: string, { out, check = false, ...options }: IntoOptions): Promise<IntoReport> {
  const name = options.name ?? nameOf(out);
  const { files, ...generated } = await generateFolder(file, { ...options, name });
  const report = { ...generated, out, name, check, files: [...files.keys()], differences: [] };
  if (hasErrors(generated.findings)) return { ...report, ok: false };
  try {
    const differences = await (check ? compareFolder : writeFolder)(out, files);
    return { ...report, differences, ok: !check || differences.length === 0 };
  } catch (error) {
    if (error instanceof UnsafeTargetError) return { ...report, refusal: error.message, ok: false };
    throw error;
  }
}

/** For a process: 0 when all is well, 1 when with `check` something differs, 2 when file or folder are not fit for it. */
export function exitStatusOf({ ok, findings, refusal }: IntoReport): 0 | 1 | 2 {
  if (ok) return 0;
  return hasErrors(findings) || refusal !== undefined ? 2 : 1;
}

/** The name of the folder, as far as a dialect may be called that. */
function nameOf(out: string): string {
  const words =
    basename(resolve(out))
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const name = words.join("-").replace(/^[^a-z]+/, "");
  return name === "" || name === CANONICAL ? "agent" : name;
}

/** The report as text for people. Errors come first. */
export function renderInto(report: IntoReport): string {
  const isError = ({ severity }: Finding) => Number(severity === "error");
  const findings = [...report.findings].sort((a, b) => isError(b) - isError(a)).map(formatFinding);
  return [...findings, ...outcomeOf(report)].map((line) => `${line}\n`).join("");
}

function outcomeOf(report: IntoReport): readonly string[] {
  const { findings, refusal, check, differences, out, files } = report;
  if (hasErrors(findings))
    return ["Nothing was written: fix the errors first, in the file or in an overlay (--overlay FILE)."];
  if (refusal !== undefined) return [refusal, "Nothing was written."];
  const summary = summaryOf(report);
  const removed = differences.filter(({ kind }) => kind === "stray").length;
  const done = `${differences.length - removed} written${removed > 0 ? `, ${removed} removed` : ""}`;
  if (!check) return [...summary, `${counted(files.length, "file")} in ${out}, ${done}.`];
  const verdict = `${counted(files.length, "file")}, ${differences.length} differ.`;
  return [...differences.map(formatDifference), ...summary, report.ok ? verdict : `${verdict} Generate again.`];
}

/** What was read off the file, for whoever knows the agent to look at. */
function summaryOf({ name, components, methods, dialect }: IntoReport): readonly string[] {
  const own = `${name}: ${counted(components, "component")}`;
  if (!dialect) return [`${own}, no A2A endpoint, so no dialect`];
  const { rpcPath, cardPath, cardShape, paramsSpelling, resultSpelling, sendMessageResult } = dialect;
  return [
    `${own}, ${counted(methods.length, "method")} at ${rpcPath}`,
    ...methods.map((method) => `  ${method.name}: ${refText(method.params)} → ${refText(method.result)}`),
    `  params in ${paramsSpelling}, results in ${resultSpelling}; SendMessage answers ${sendMessageResult}; card: ${cardShape}, at ${cardPath}`,
  ];
}

/** As `x-a2akit` writes it. */
function refText({ component, canonical }: TypeRef): string {
  return canonical ? `a2a#${component}` : component;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
