import { realpath } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  BaseResolver,
  bundle,
  createConfig,
  type NormalizedProblem,
  Source as RedoclySource,
} from "@redocly/openapi-core";
import { type Finding, finding } from "../findings.ts";
import { at, isObject, type JsonObject, type Open } from "../json.ts";
import { join, split } from "../pointer.ts";
import { endlessRef } from "./endless-ref.ts";
import { findCircle } from "./find-circle.ts";
import { originOf } from "./locate.ts";
import { asFault, FileFault, readLimited } from "./read-source.ts";
import type { Source } from "./source.ts";

export interface Bundling {
  readonly spec: Source;
  readonly overlay: Source | undefined;
  /** The longest file that is read, in bytes; `MAX_SPEC_BYTES` when undefined. */
  readonly limit: number | undefined;
}

/**
 * One document of a spec, what it refers to in the files beside it, and its overlay. Undefined when that cannot be made; why is added to
 * `findings`.
 */
export async function bundleOffline(bundling: Bundling, findings: Finding[]): Promise<JsonObject | undefined> {
  const { spec, overlay } = bundling;
  const endless = endlessRef(spec.value as JsonObject);
  if (endless !== undefined) {
    findings.push(finding("ref-circular", spec, endless, "it leads to itself"));
    return undefined;
  }
  const config = await createConfig({ extends: [] });
  const externalRefResolver = offlineResolver(new BaseResolver(config.resolve), bundling);
  const overlays = overlay ? [resolve(overlay.file)] : [];
  try {
    const doc = { source: new RedoclySource(resolve(spec.file), spec.text), parsed: structuredClone(spec.value) };
    const result = await withoutStragglers(() => bundle({ doc, config, externalRefResolver, overlays }));
    const problems = result.problems.filter(({ severity }) => severity === "error");
    const { parsed } = result.bundle;
    const document = isObject(parsed) ? parsed : {};
    const circle = findCircle(document);
    if (circle !== undefined) {
      // The bundler puts what a reference such as "" leads to in its place: the document.
      findings.push(finding("ref-circular", spec, circle, "what a $ref leads to lies in itself"));
      return undefined;
    }
    findings.push(...problems.map((problem) => fromProblem(problem, { spec, overlay, document })));
    return isObject(parsed) && problems.length === 0 ? (parsed as JsonObject) : undefined;
  } catch (error) {
    if (isAboutCircle(error)) {
      findings.push(
        finding("ref-circular", spec, "", "a $ref in a file beside it, or in the overlay, leads to itself"),
      );
      return undefined;
    }
    const { rule, message } = asFault(error, "bundle-failed");
    const isAboutOverlay = overlay !== undefined && message.includes(overlay.file);
    findings.push(isAboutOverlay ? finding("overlay-invalid", overlay, "", message) : finding(rule, spec, "", message));
    return undefined;
  }
}

/** What the bundler throws at a reference that leads to itself. */
function isAboutCircle(error: unknown): boolean {
  return error instanceof Error && error.message === "Self-referencing circular pointer";
}

/** Of several such references the bundler awaits one; the others would end the process. */
async function withoutStragglers<T>(run: () => Promise<T>): Promise<T> {
  const ignore = (error: unknown) => {
    if (!isAboutCircle(error)) throw error;
  };
  process.on("unhandledRejection", ignore);
  try {
    return await run();
  } finally {
    // They are told of when what can be done at once is done.
    await setImmediate();
    process.off("unhandledRejection", ignore);
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

/**
 * Reads files in the folder of the spec and below: no URL, no way out, be it by `..` or by a symbolic link. The overlay was named by the
 * user, and may lie anywhere.
 */
function offlineResolver(resolver: BaseResolver, { spec, overlay, limit }: Bundling): BaseResolver {
  const root = dirname(resolve(spec.file));
  resolver.loadExternalRef = async (ref) => {
    if (overlay && ref === resolve(overlay.file)) return new RedoclySource(ref, overlay.text);
    if (/^[a-z][a-z+.-]+:/i.test(ref)) throw new FileFault("ref-outside", `${ref} is on the network`);
    requireInside(root, ref);
    requireInside(await realpath(root), await realpath(ref));
    return new RedoclySource(ref, await readLimited(ref, limit));
  };
  return resolver;
}

function requireInside(root: string, file: string): void {
  const path = relative(root, file);
  if (path.split(sep)[0] === "..") throw new FileFault("ref-outside", `${path} is outside the folder of the spec`);
}
