import { at, isObject, list } from "../json.ts";
import { follow } from "../model/reference.ts";
import { join, split } from "../pointer.ts";

const composing = new Set(["allOf", "oneOf", "anyOf"]);

/** Keywords that hold one schema per name; a part may have the keyword and another one the name. */
const maps = new Set(["properties", "patternProperties", "dependentSchemas"]);

/**
 * Where in a document, as it was written, stands what a JSON pointer into its normalized form names: a composition may be there only in
 * one of the two, and what is merged in one lies behind a reference or in a part of a composition in the other. Ends at the last step
 * that is found.
 */
export function writtenPointer(document: unknown, pointer: string): string {
  const steps = split(pointer);
  if (at(document, ...steps) !== undefined) return pointer;
  // The place that was reached, and behind it those that it is a part of, the innermost first.
  let places = [""];
  for (let i = 0; i < steps.length; i++) {
    const [step = "", next] = steps.slice(i);
    const isBranch = composing.has(step) && next !== undefined && /^\d+$/.test(next);
    const pair = (isBranch || maps.has(step)) && next !== undefined;
    const found = find(document, places, pair ? [step, next] : [step]);
    if (found === undefined && !isBranch) break;
    if (found !== undefined) places = isBranch ? [found, ...places] : [found];
    if (pair) i++;
  }
  return places[0] ?? "";
}

function find(document: unknown, places: readonly string[], steps: readonly string[]): string | undefined {
  const parts = places.flatMap((place) => partsAt(document, place));
  const part = parts.find((own) => at(own.node, ...steps) !== undefined);
  return part && join(part.pointer, ...steps);
}

interface Part {
  readonly node: unknown;
  readonly pointer: string;
}

/** What stands at a pointer, and what it is composed of, each with its own pointer. */
function partsAt(document: unknown, pointer: string): readonly Part[] {
  const found: Part[] = [];
  const open: string[] = [pointer];
  while (open.length > 0) {
    const place = open.shift() ?? "";
    const written = { node: at(document, ...split(place)), pointer: place };
    const { node, pointer: target } = follow(document, written.node, place);
    if (found.some((part) => part.pointer === target)) continue;
    // Beside a reference there may be more: its own description, say.
    found.push(...(target === place ? [] : [written]), { node, pointer: target });
    if (!isObject(node)) continue;
    open.push(...[...composing].flatMap((keyword) => list(node[keyword]).map((_, i) => join(target, keyword, i))));
  }
  return found;
}
