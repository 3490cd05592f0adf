import { paths } from "jsonpath-rfc9535";
import { type Finding, finding } from "./findings.ts";
import { at, isObject, type Json, type JsonObject } from "./json.ts";
import { join } from "./pointer.ts";
import type { Source } from "./source.ts";

/**
 * An action whose target selects nothing is skipped by every overlay processor without a word, so that a vendor's change
 * would undo a fix unseen. A target may select what is in the file, or what an earlier action has put there.
 */
export function checkOverlay(overlay: Source, before: unknown, after: JsonObject): Finding[] {
  const actions = at(overlay.value, "actions");
  if (!Array.isArray(actions)) return [finding("overlay-invalid", overlay, "/actions", "actions must be a list")];
  return actions.flatMap((action: unknown, index) => {
    const pointer = join("/actions", index, "target");
    const target = isObject(action) ? action.target : undefined;
    if (typeof target !== "string") return [finding("overlay-invalid", overlay, pointer, "target must be a JSONPath")];
    try {
      if (selects(before as Json, target) || selects(after, target)) return [];
      return [finding("overlay-without-match", overlay, pointer, `${target} selects nothing`)];
    } catch (error) {
      return [finding("overlay-invalid", overlay, pointer, error instanceof Error ? error.message : String(error))];
    }
  });
}

function selects(document: Json, target: string): boolean {
  return paths(document as Parameters<typeof paths>[0], target).length > 0;
}
