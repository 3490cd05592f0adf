export type { Change, Effect, Effects, Level, PackageName, Place, Revision, SpecDiff, Witness } from "./diff/change.ts";
export { type AppliedOverlays, type DiffFilesOptions, diffFiles, type FilesReport } from "./diff/diff-files.ts";
export {
  type DiffOptions,
  diffSpecs,
  isReadable,
  MAX_WITNESSES,
  type ReadableSpec,
  WITNESS_RUNS,
  WITNESS_TIMEOUT,
} from "./diff/diff-specs.ts";
export type { FileChange, FileDiff, PartName } from "./diff/file-diff.ts";
export type { ReasonCode } from "./diff/reasons.ts";
export { MAX_LISTED, type ReportOptions } from "./diff/render-changes.ts";
export { type FileReportOptions, renderFileReport } from "./diff/render-file-report.ts";
export { renderReport } from "./diff/render-report.ts";
export { type Finding, formatFinding, hasErrors, type Rule, rules, type Severity } from "./findings.ts";
export { findOverlay } from "./folder/find-overlay.ts";
export { type FolderOptions, type GeneratedFolder, generateFolder } from "./folder/generate-folder.ts";
export {
  DIALECT_NAME,
  exitStatusOf,
  generateInto,
  type IntoOptions,
  type IntoReport,
  renderInto,
} from "./folder/generate-into.ts";
export { type Kind, parseKinds } from "./folder/modules.ts";
export { compareFolder, writeFolder } from "./folder/write-folder.ts";
export { type Generated, type GenerateOptions, generate } from "./generate.ts";
export { LINT_TIMEOUT } from "./lint/lint.ts";
export type { LoadOptions } from "./load/load.ts";
export { MAX_SPEC_BYTES } from "./load/read-source.ts";
export type { DialectRecord, Facts } from "./model/dialect.ts";
export type { Example, PlacedExample } from "./model/examples.ts";
export type { MethodEntry, TypeRef } from "./model/methods.ts";
export type { Model } from "./model/model.ts";
export { MAX_SCHEMA_DEPTH } from "./normalize/normalize.ts";
export { isSound, type ReadOptions, readSpec, type SoundSpec, type Spec } from "./read-spec.ts";
export { exemplify, fillRequired } from "./samples/exemplify.ts";
export type { Schema, SchemaObject } from "./schema.ts";
export { compare, type Difference, UnsafeTargetError, write } from "./write.ts";
