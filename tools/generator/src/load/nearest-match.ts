import { paths } from "jsonpath-rfc9535";
import { didYouMean } from "../did-you-mean.ts";
import { at, isObject, type Json } from "../json.ts";
import { join, split } from "../pointer.ts";

/** The most members that are named where none is alike. */
const MAX_NAMED = 5;

/** The segments of a JSONPath without filters: `$`, `.name`, `['name']`, `[0]`, `[*]`, `..name`. */
const segment = /^\$|\.{1,2}(?:\*|[\p{L}_$][\p{L}\p{N}_$-]*)|\[(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\d+|\*)\]/gu;

/**
 * Why a JSONPath selects nothing: how far it leads, what it wants there, and what there is instead. The empty string when that cannot be
 * said, because of a filter.
 */
export function explainNoMatch(document: Json, target: string): string {
  const segments = [...target.matchAll(segment)].map(([text]) => text);
  if (segments.join("") !== target) return "";
  const taken = segments.findIndex((_, i) => select(document, segments.slice(0, i + 1).join("")).length === 0);
  const [prefix, wanted, rest] = [
    segments.slice(0, taken).join(""),
    segments[taken] ?? "",
    segments.slice(taken + 1).join(""),
  ];
  const known = [...new Set(select(document, prefix).flatMap((pointer) => keysOf(at(document, ...split(pointer)))))];
  const name = nameOf(wanted);
  const next = known
    .map((key) => ({ key, path: `${prefix}${toSegment(key)}${rest}` }))
    .find(({ path }) => select(document, path).length > 0);
  const guess =
    (/^\d+$/.test(name) ? "" : didYouMean(name, known)) || (next && rest !== "" ? `; nearest: ${next.path}` : "");
  return `${prefix} has no ${name}${guess || `; it has ${listed(known)}`}`;
}

function listed(keys: readonly string[]): string {
  if (keys.length === 0) return "nothing in it";
  const more = keys.length - MAX_NAMED;
  return more > 0 ? `${keys.slice(0, MAX_NAMED).join(", ")} and ${more} more` : keys.join(", ");
}

/** JSON pointers to what a path selects; none when it is no JSONPath. */
function select(document: Json, path: string): readonly string[] {
  try {
    return paths(document as Parameters<typeof paths>[0], path).map(toPointer);
  } catch {
    return [];
  }
}

/** Of a normalized path, such as `$['paths']['/']`. */
export function toPointer(path: string): string {
  const keys = [...path.matchAll(/\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/g)];
  return join("", ...keys.map(([, name, index]) => name?.replaceAll(/\\(.)/g, "$1") ?? index ?? ""));
}

function keysOf(node: unknown): readonly string[] {
  return isObject(node) || Array.isArray(node) ? Object.keys(node) : [];
}

function nameOf(text: string): string {
  return text
    .replace(/^\.{1,2}/, "")
    .replace(/^\[['"]?/, "")
    .replace(/['"]?\]$/, "");
}

function toSegment(key: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? `.${key}` : `['${key.replaceAll(/['\\]/g, "\\$&")}']`;
}
