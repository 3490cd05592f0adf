import { basename, dirname } from "node:path";
import type { Place } from "./diff/change.ts";
import { type Finding, finding, hasErrors, type Report, type Rule, rules } from "./findings.ts";
import { LINT_TIMEOUT, lint } from "./lint/lint.ts";
import { type LoadOptions, load } from "./load/load.ts";
import { originOf } from "./load/locate.ts";
import { writtenPointer } from "./load/written-pointer.ts";
import { type DialectRecord, readDialect } from "./model/dialect.ts";
import { type PlacedExample, readExamples } from "./model/examples.ts";
import { checkTypeRefs } from "./model/methods.ts";
import { buildModel, type Model } from "./model/model.ts";
import { MAX_SCHEMA_DEPTH } from "./normalize/normalize.ts";
import { join, split } from "./pointer.ts";

export interface ReadOptions extends LoadOptions {
  /** The name of the dialect; the name of the file's folder when absent. */
  readonly name?: string;
  /** The longest JSON pointer to a schema, in steps; {@link MAX_SCHEMA_DEPTH} when absent. */
  readonly maxSchemaDepth?: number;
  /** The milliseconds in which the file is checked against itself; {@link LINT_TIMEOUT} when absent. */
  readonly lintTimeout?: number;
  /** The names of the canonical components, which `a2a#Name` may mean; not checked when absent. */
  readonly canonical?: ReadonlySet<string>;
  /**
   * Take any OpenAPI file: without a JSON-RPC endpoint there is no dialect, and a keyword that cannot be honoured is left out. Both are
   * warnings then.
   */
  readonly lenient?: boolean;
}

/** What a lenient reading leaves out, and tells as a warning, where a strict one stops. */
const lenientRules: Readonly<Partial<Record<Rule, Rule>>> = {
  "rpc-missing": "dialect-left-out",
  "keyword-unsupported": "keyword-left-out",
  "keyword-invalid": "keyword-left-out",
};

export interface Spec {
  /** Absent when the file could not be read. */
  readonly model?: Model;
  /** Absent when the file has no JSON-RPC endpoint. */
  readonly dialect?: DialectRecord;
  readonly examples: readonly PlacedExample[];
  readonly findings: readonly Finding[];
  /** Where a place of the bundled document stands: in the file, or in the overlay that has put it there. */
  readonly locate: (pointer: string) => Place;
}

/** A spec without a finding that stops generation. */
export type SoundSpec = Required<Spec>;

/** Reads one OpenAPI file (3.0 to 3.2) with its overlay. Does not throw on what is wrong with it: findings say that. */
export async function readSpec(file: string, options: ReadOptions = {}): Promise<Spec> {
  const { source, overlay, document, copies, findings: loading } = await load(file, options);
  if (!document) return { examples: [], findings: loading, locate: (pointer) => ({ file, pointer }) };
  const ruleFor = (rule: Rule) => (options.lenient && lenientRules[rule]) || rule;
  const findings: Finding[] = loading.map((found) => ({
    ...found,
    rule: ruleFor(found.rule),
    ...rules[ruleFor(found.rule)],
  }));
  const originAt = (pointer: string) => originOf(originalOf(pointer, copies), source, overlay, document);
  const seen = new Set<string>();
  const report: Report = (strictRule, pointer, message, witness) => {
    const rule = ruleFor(strictRule);
    // Schemas are looked at in their normalized form, which may have places that the file does not have.
    const place = pointer.startsWith("/components/schemas/") ? writtenPointer(document, pointer) : pointer;
    const origin = originAt(place);
    // A schema that is composed into others is looked at more than once.
    const key = `${rule} ${origin.source.file} ${origin.pointer} ${message}`;
    if (seen.has(key)) return;
    seen.add(key);
    findings.push({
      ...finding(rule, origin.source, origin.pointer, message),
      ...(witness !== undefined && { witness }),
    });
  };
  const identity = { name: options.name ?? basename(dirname(file)), sha256: source.sha256 };
  const model = buildModel(document, identity, { report, maxSchemaDepth: options.maxSchemaDepth ?? MAX_SCHEMA_DEPTH });
  checkTypeRefs(model, options.canonical, report);
  const dialect = readDialect(model, report);
  const examples = readExamples(model);
  if (model.rpc && !hasErrors(findings))
    lint(model, examples, { report, timeout: options.lintTimeout ?? LINT_TIMEOUT });
  const locate = (pointer: string): Place => {
    const origin = originAt(pointer);
    return { file: origin.source.file, pointer: origin.pointer, ...origin.source.locate(origin.pointer) };
  };
  return { model, ...(dialect && { dialect }), examples, findings, locate };
}

/** The place of which another one is a copy. */
function originalOf(pointer: string, copies: ReadonlyMap<string, string>): string {
  const [components, schemas, name = ""] = split(pointer);
  const original = components === "components" && schemas === "schemas" ? copies.get(name) : undefined;
  return original === undefined ? pointer : original + pointer.slice(join("/components/schemas", name).length);
}

export function isSound(spec: Spec): spec is SoundSpec {
  return spec.model !== undefined && spec.dialect !== undefined && !hasErrors(spec.findings);
}
