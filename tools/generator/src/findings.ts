import type { Source } from "./load/source.ts";

const methodsDecide =
  "Nothing has to be done: the table of methods, not this schema, decides which params belong to which method.";

/** Everything that can be wrong or doubtful with a spec. An error stops generation; a warning is printed. */
export const rules = {
  "pin-mismatch": { severity: "error", hint: "Look at what changed, then update the sha256 in manifest.json." },
  "spec-not-listed": { severity: "error", hint: "Add the folder to manifest.json, or remove it." },
  "manifest-invalid": { severity: "error", hint: "specs/README.md says what an entry of manifest.json has." },
  "manifest-outdated": { severity: "error", hint: "Copy title and version from the info of the file." },
  "file-unreadable": { severity: "error", hint: "The file must exist and be readable." },
  "input-too-large": {
    severity: "error",
    hint: "Where the file is meant to be that long: maxSpecBytes in code, --max-bytes of spec:update.",
  },
  "syntax-error": { severity: "error", hint: "The file must be YAML 1.2 or JSON, and hold what JSON can say." },
  "not-openapi": { severity: "error", hint: "The file must say openapi: 3.0, 3.1 or 3.2." },
  "overlay-invalid": { severity: "error", hint: "The overlay must follow OpenAPI Overlay 1.0 to 1.2." },
  "overlay-without-match": {
    severity: "error",
    hint: "The target selects nothing; the vendor's file may have changed.",
  },
  "ref-unresolved": { severity: "error", hint: "The $ref leads nowhere." },
  "ref-outside": { severity: "error", hint: "A $ref may only lead to files in the folder of the spec." },
  "ref-assumed": {
    severity: "warning",
    hint: "An $id moves what # means: put the URI of the file in front of it, or drop the $id.",
  },
  "bundle-failed": { severity: "error", hint: "References and overlays must resolve." },
  "keyword-invalid": {
    severity: "error",
    hint: "JSON Schema 2020-12 does not allow this value; mend the schema, in the overlay if it is a vendor's.",
  },
  "keyword-unsupported": { severity: "error", hint: "Say it with other keywords, or mend the schema in the overlay." },
  "keyword-left-out": { severity: "warning", hint: "The schema takes more than the file says; the type does, too." },
  "keyword-unknown": { severity: "warning", hint: "Not a keyword of JSON Schema 2020-12; it has no effect." },
  "type-assumed": { severity: "warning", hint: "Object keywords without a type; type: object is assumed." },
  "ref-circular": {
    severity: "error",
    hint: "A schema cannot be composed of itself; put the reference into a property.",
  },
  "schema-too-deep": {
    severity: "error",
    hint: "Name the part as a component and refer to that; in code, maxSchemaDepth can be raised.",
  },
  "name-numbered": {
    severity: "warning",
    hint: "Both would have the same name in TypeScript; rename one in an overlay to choose yourself.",
  },
  "rpc-missing": { severity: "error", hint: "No POST takes a JSON-RPC envelope (an object with jsonrpc and method)." },
  "dialect-left-out": { severity: "warning", hint: "For an A2A agent: give the POST that takes its requests a body." },
  "rpc-ambiguous": {
    severity: "error",
    hint: "Several POSTs take a JSON-RPC envelope; put x-a2akit on the one to use.",
  },
  "extension-invalid": {
    severity: "error",
    hint: "x-a2akit may hold methods, absentVersion, sendMessageResult, cardShape, paramsSpelling, resultSpelling and errorStatus.",
  },
  "errors-not-canonical": {
    severity: "warning",
    hint: "Which errors there are, says A2A alone; nothing has to be done where the file is that of A2A itself.",
  },
  "methods-unknown": { severity: "error", hint: "Name the methods by an enum, by request examples or by x-a2akit." },
  "method-not-canonical": { severity: "warning", hint: "Not a method of A2A 1.0; it is left out." },
  "component-missing": { severity: "error", hint: "A method takes or gives a component that does not exist." },
  "facts-disagree": { severity: "warning", hint: "Settle it with x-a2akit in the overlay." },
  /** In a file that is written here, `generate` makes it an error. */
  "example-invalid": { severity: "warning", hint: "The example does not fit its own schema." },
  "check-stopped": {
    severity: "warning",
    hint: "It may be wrong all the same. A pattern that takes for ever, as (a+)+ does, hangs what is generated, too: mend it. In code, lintTimeout can be raised.",
  },
  "request-refused": { severity: "warning", hint: methodsDecide },
  "request-accepted": { severity: "warning", hint: methodsDecide },
} as const satisfies Record<string, { severity: Severity; hint: string }>;

export type Severity = "error" | "warning";
export type Rule = keyof typeof rules;

export interface Finding {
  readonly rule: Rule;
  readonly severity: Severity;
  /** Path of the file, as it was given. */
  readonly file: string;
  /** JSON pointer into the file; the empty string is the whole file. */
  readonly pointer: string;
  /** 1-based; absent where the place stands in no file, for example in a schema that an overlay added. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  readonly hint: string;
  /** The document that shows the fault, where there is one. */
  readonly witness?: unknown;
}

/** Takes a finding about one spec; where in the file it stands is looked up later. */
export type Report = (rule: Rule, pointer: string, message: string, witness?: unknown) => void;

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.severity === "error");
}

/** A finding with the place looked up in the file, or with the place that is already known. */
export function finding(
  rule: Rule,
  source: Pick<Source, "file"> & Partial<Source>,
  pointer: string,
  message: string,
  place?: Readonly<{ line: number; column: number }>,
): Finding {
  const { severity, hint } = rules[rule];
  return { rule, severity, file: source.file, pointer, ...(place ?? source.locate?.(pointer)), message, hint };
}

/**
 * Place, severity, rule and JSON pointer on one line, and below it what is wrong and what to do:
 *
 *     specs/x/openapi.yaml:12:5 error ref-unresolved /paths/~1a2a/post
 *         the message
 *         the hint
 *         witness: {}
 */
export function formatFinding(finding: Finding): string {
  const place = finding.line === undefined ? finding.file : `${finding.file}:${finding.line}:${finding.column}`;
  const witness = finding.witness === undefined ? "" : `\n    witness: ${JSON.stringify(finding.witness)}`;
  return `${place} ${finding.severity} ${finding.rule} ${finding.pointer || "/"}\n    ${finding.message}\n    ${finding.hint}${witness}`;
}
