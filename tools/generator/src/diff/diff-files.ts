import type { Finding } from "../findings.ts";
import { findOverlay } from "../folder/find-overlay.ts";
import { readSpec } from "../read-spec.ts";
import { type DiffOptions, diffSpecs, isReadable, type ReadableSpec } from "./diff-specs.ts";
import { type FileDiff, toFileDiff } from "./file-diff.ts";

export interface DiffFilesOptions extends Omit<DiffOptions, "oldFormats"> {
  /**
   * An OpenAPI Overlay that is applied to both files. When absent, each file gets the one that lies beside it ({@link findOverlay}); where only
   * one of them has one, it is applied to both, since a fix that one of them lacks would look like a change.
   */
  readonly overlay?: string;
}

/** Which overlay was applied to which file; undefined is none. */
export interface AppliedOverlays {
  readonly old?: string;
  readonly new?: string;
}

export interface FilesReport {
  /** Absent where one of the files cannot be compared; the findings say why. */
  readonly diff?: FileDiff;
  readonly overlays: AppliedOverlays;
  /** What is wrong with the files: all errors, and no warnings. That an overlay does not fit keeps nothing from being compared. */
  readonly findings: readonly Finding[];
}

/** An overlay was written for one version of a file, and is applied to another: that may select nothing there, or extend the other. */
function isFatal({ rule, pointer }: Finding): boolean {
  return !(rule === "overlay-without-match" || (rule === "overlay-invalid" && pointer === "/extends"));
}

/** The name of both in the models; it is shown nowhere. */
const NAME = "agent";

/** What has changed from one OpenAPI file to another, for who has nothing but these. Does not throw on what is wrong with a file. */
export async function diffFiles(old: string, fresh: string, options: DiffFilesOptions = {}): Promise<FilesReport> {
  const { overlay, ...diffing } = options;
  const overlays = await overlaysOf(old, fresh, overlay);
  const before = await read(old, overlays.old);
  const after = await read(fresh, overlays.new);
  const findings = [...before.findings, ...after.findings].filter(({ severity }) => severity === "error");
  if (findings.some(isFatal) || !isReadable(before) || !isReadable(after)) return { overlays, findings };
  const diff = toFileDiff(await diffSpecs(before, after, diffing), { hasDialect: hasDialect(before, after) });
  return { diff, overlays, findings };
}

const read = (file: string, overlay: string | undefined) =>
  readSpec(file, { name: NAME, lenient: true, ...(overlay !== undefined && { overlay }) });

const hasDialect = (...specs: readonly ReadableSpec[]) => specs.some(({ dialect }) => dialect !== undefined);

async function overlaysOf(old: string, fresh: string, named: string | undefined): Promise<AppliedOverlays> {
  if (named !== undefined) return { old: named, new: named };
  const [ofOld, ofNew] = [await findOverlay(old), await findOverlay(fresh)];
  const [first, second] = [ofOld ?? ofNew, ofNew ?? ofOld];
  return { ...(first !== undefined && { old: first }), ...(second !== undefined && { new: second }) };
}
