import { type Finding, finding } from "../findings.ts";
import { isObject, type JsonObject, stringOr } from "../json.ts";
import { bundleOffline } from "./bundle-offline.ts";
import { originOf } from "./locate.ts";
import { checkOverlay } from "./overlay.ts";
import { readSource } from "./read-source.ts";
import { resolveIdentifiers } from "./resolve-identifiers.ts";
import { isSelfContained } from "./self-contained.ts";
import { parseSource, type Source } from "./source.ts";

export interface LoadOptions {
  /** An OpenAPI Overlay file (1.0 to 1.2) that is applied to the spec. */
  readonly overlay?: string;
  /** The longest file that is read, in bytes; `MAX_SPEC_BYTES` when absent. */
  readonly maxSpecBytes?: number;
}

export interface Loaded {
  readonly source: Source;
  readonly overlay?: Source;
  /** The bundled document with the overlay applied; absent when an error was found. */
  readonly document?: JsonObject;
  /** Component that the file does not have → JSON pointer of the schema of the file that it is once more. */
  readonly copies: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

/** Reads a spec with everything it refers to in its own folder. Never touches the network. */
export async function load(file: string, options: LoadOptions = {}): Promise<Loaded> {
  const findings: Finding[] = [];
  const spec = await readSource(file, options.maxSpecBytes, findings);
  const overlay =
    options.overlay === undefined ? undefined : await readSource(options.overlay, options.maxSpecBytes, findings);
  if (!spec) return { source: parseSource(file, ""), copies: new Map(), findings };
  if (findings.length === 0) checkVersion(spec, findings);
  if (findings.length > 0) return { source: spec, copies: new Map(), findings };
  const { document: resolved, unresolved, copies } = resolveIdentifiers(spec.value as JsonObject, spec.text);
  findings.push(...unresolved.map(({ rule, pointer, message }) => finding(rule, spec, pointer, message)));
  const own = resolved as JsonObject;
  // Bundling takes longer than all the rest.
  if (!overlay && isSelfContained(own)) return { source: spec, document: own, copies, findings };
  const bundling = { spec: { ...spec, value: own }, overlay, limit: options.maxSpecBytes };
  const bundled = await bundleOffline(bundling, findings);
  if (!bundled || !overlay) return { source: spec, ...(bundled && { document: bundled }), copies, findings };
  findings.push(...checkOverlay(overlay, spec, bundled));
  // What the overlay has put there may identify schemas, too.
  const more = resolveIdentifiers(bundled, overlay.text);
  for (const { rule, pointer, message } of more.unresolved) {
    const origin = originOf(pointer, spec, overlay, bundled);
    findings.push(finding(rule, origin.source, origin.pointer, message));
  }
  const document = more.document as JsonObject;
  return { source: spec, overlay, document, copies: new Map([...copies, ...more.copies]), findings };
}

function checkVersion(source: Source, findings: Finding[]): void {
  const version = isObject(source.value) ? stringOr(source.value.openapi, "") : "";
  if (/^3\.[0-2]\.\d+$/.test(version)) return;
  findings.push(
    finding("not-openapi", source, "/openapi", version ? `openapi is ${version}` : "there is no openapi version"),
  );
}
