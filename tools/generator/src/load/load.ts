import { realpath } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import {
  BaseResolver,
  bundle,
  createConfig,
  type NormalizedProblem,
  Source as RedoclySource,
} from "@redocly/openapi-core";
import { type Finding, finding } from "../findings.ts";
import { at, isObject, type JsonObject, type Open, stringOr } from "../json.ts";
import { join, split } from "../pointer.ts";
import { originOf } from "./locate.ts";
import { checkOverlay } from "./overlay.ts";
import { asFault, FileFault, readLimited, readSource } from "./read-source.ts";
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
  const document =
    !overlay && isSelfContained(own) ? own : await bundleOffline({ ...spec, value: own }, overlay, options, findings);
  if (document && overlay) findings.push(...checkOverlay(overlay, spec, document));
  return { source: spec, ...(overlay && { overlay }), ...(document && { document }), copies, findings };
}

function checkVersion(source: Source, findings: Finding[]): void {
  const version = isObject(source.value) ? stringOr(source.value.openapi, "") : "";
  if (/^3\.[0-2]\.\d+$/.test(version)) return;
  findings.push(
    finding("not-openapi", source, "/openapi", version ? `openapi is ${version}` : "there is no openapi version"),
  );
}

async function bundleOffline(spec: Source, overlay: Source | undefined, options: LoadOptions, findings: Finding[]) {
  const config = await createConfig({ extends: [] });
  const externalRefResolver = offlineResolver(new BaseResolver(config.resolve), { spec, overlay, options });
  const overlays = overlay ? [resolve(overlay.file)] : [];
  try {
    const doc = { source: new RedoclySource(resolve(spec.file), spec.text), parsed: structuredClone(spec.value) };
    const result = await bundle({ doc, config, externalRefResolver, overlays });
    const problems = result.problems.filter(({ severity }) => severity === "error");
    const { parsed } = result.bundle;
    const document = isObject(parsed) ? parsed : {};
    findings.push(...problems.map((problem) => fromProblem(problem, { spec, overlay, document })));
    return isObject(parsed) && problems.length === 0 ? (parsed as JsonObject) : undefined;
  } catch (error) {
    const { rule, message } = asFault(error, "bundle-failed");
    const isAboutOverlay = overlay !== undefined && message.includes(overlay.file);
    findings.push(isAboutOverlay ? finding("overlay-invalid", overlay, "", message) : finding(rule, spec, "", message));
    return undefined;
  }
}

interface Files {
  readonly spec: Source;
  readonly overlay: Source | undefined;
  /** The spec with the overlay applied, as far as that went. */
  readonly document: Open;
}

function fromProblem({ ruleId, message, location }: NormalizedProblem, { spec, overlay, document }: Files): Finding {
  const [place] = location;
  const pointer = decodeURIComponent(place?.pointer?.replace(/^#/, "") ?? "");
  const isAbout = (source: Source | undefined) =>
    source !== undefined && place?.source.absoluteRef === resolve(source.file);
  if (ruleId === "overlay" && overlay && isAbout(overlay)) return finding("overlay-invalid", overlay, pointer, message);
  const isRef = /resolve \$ref/.test(message);
  const ref = isRef && isAbout(spec) ? at(document, ...split(pointer), "$ref") : undefined;
  const target =
    typeof ref === "string" ? { pointer: join(pointer, "$ref"), message: `${message} (${ref})` } : { pointer, message };
  const origin = isAbout(spec)
    ? originOf(target.pointer, spec, overlay, document)
    : { source: { file: place?.source.absoluteRef ?? spec.file }, pointer: target.pointer };
  const rule = /on the network|outside the folder/.test(message) ? "ref-outside" : "ref-unresolved";
  return finding(isRef ? rule : "bundle-failed", origin.source, origin.pointer, target.message);
}

interface Reading {
  readonly spec: Source;
  readonly overlay: Source | undefined;
  readonly options: LoadOptions;
}

/**
 * Reads files in the folder of the spec and below: no URL, no way out, be it by `..` or by a symbolic link. The overlay was named by the
 * user, and may lie anywhere.
 */
function offlineResolver(resolver: BaseResolver, { spec, overlay, options }: Reading): BaseResolver {
  const root = dirname(resolve(spec.file));
  resolver.loadExternalRef = async (ref) => {
    if (overlay && ref === resolve(overlay.file)) return new RedoclySource(ref, overlay.text);
    if (/^[a-z][a-z+.-]+:/i.test(ref)) throw new FileFault("ref-outside", `${ref} is on the network`);
    requireInside(root, ref);
    requireInside(await realpath(root), await realpath(ref));
    return new RedoclySource(ref, await readLimited(ref, options.maxSpecBytes));
  };
  return resolver;
}

function requireInside(root: string, file: string): void {
  const path = relative(root, file);
  if (path.split(sep)[0] === "..") throw new FileFault("ref-outside", `${path} is outside the folder of the spec`);
}
