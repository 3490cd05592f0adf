import { paths } from "jsonpath-rfc9535";
import { at, list, member, type Open, sameJson } from "../json.ts";
import { join, split } from "../pointer.ts";
import { toPointer } from "./nearest-match.ts";
import type { Source } from "./source.ts";

export interface Origin {
  readonly source: Source;
  /** JSON pointer into that file. */
  readonly pointer: string;
}

/** How far a file, or an action of an overlay, leads along a pointer. */
interface Reach {
  /** Steps of the pointer that it leads. */
  readonly depth: number;
  /** What it has there. */
  readonly value: unknown;
  readonly origin: Origin;
}

/**
 * Which file a place of the bundled document comes from: the spec, unless the overlay has put it there. In the overlay
 * it is the nearest place that an action has. `document` is the spec with the overlay applied.
 */
export function originOf(pointer: string, spec: Source, overlay: Source | undefined, document: Open): Origin {
  const own = { ...walk(spec.value, split(pointer), spec.value), origin: { source: spec, pointer } };
  return (overlay ? reachesOf(pointer, overlay, document) : []).reduce(nearer, own).origin;
}

/** The one that leads further; of two that lead equally far, the second only where it puts another value. */
function nearer(first: Reach, second: Reach): Reach {
  if (second.depth !== first.depth) return second.depth > first.depth ? second : first;
  const isScalar = typeof second.value !== "object" || second.value === null;
  return isScalar && second.value !== first.value ? second : first;
}

function reachesOf(pointer: string, overlay: Source, document: Open): Reach[] {
  const actions = [...list(at(overlay.value, "actions")).entries()];
  const of = (keyword: "update" | "copy") =>
    actions.flatMap(([i, action]) => {
      if (member(action, keyword) === undefined) return [];
      const targets = targetsOf(member(action, "target"), document).filter((target) => isBelow(pointer, target));
      return targets.map((target) => {
        const above = split(target);
        const rest = split(pointer).slice(above.length);
        const made = at(document, ...above);
        const { steps, depth, value } = walk(keyword === "copy" ? made : member(action, keyword), rest, made);
        const place = join("/actions", i, keyword, ...(keyword === "copy" ? [] : steps));
        return { depth: above.length + depth, value, origin: { source: overlay, pointer: place } };
      });
    });
  // What was copied is known by its place only, so an update of the same place comes first.
  return [...of("update"), ...of("copy")];
}

function isBelow(pointer: string, target: string): boolean {
  return `${pointer}/`.startsWith(`${target}/`);
}

/**
 * Follows `path` in `value` as far as it leads, beside `made`, what came of it. An item of a list stands elsewhere in
 * the document when the list was appended to another, so it is known by what it is.
 */
function walk(value: unknown, path: readonly string[], made: unknown) {
  const steps: string[] = [];
  let node = value;
  let result = made;
  let depth = 0;
  for (const key of path) {
    const next = at(result, key);
    if (Array.isArray(result) && !Array.isArray(node)) {
      // An action may append one item without a list around it.
      if (depth > 0 || !sameJson(node, next)) break;
    } else {
      const step = Array.isArray(node) ? indexOf(node, key, next) : key;
      if (at(node, step) === undefined) break;
      node = at(node, step);
      steps.push(step);
    }
    result = next;
    depth += 1;
  }
  return { steps, depth, value: node };
}

function indexOf(items: readonly unknown[], key: string, made: unknown): string {
  return sameJson(items[Number(key)], made) ? key : String(items.findIndex((item) => sameJson(item, made)));
}

/** The JSON pointers that a JSONPath selects; none when it is no JSONPath, which is a finding of its own. */
function targetsOf(target: unknown, document: Open): string[] {
  if (typeof target !== "string") return [];
  try {
    return paths(document as Parameters<typeof paths>[0], target).map(toPointer);
  } catch {
    return [];
  }
}
