import { paths } from "jsonpath-rfc9535";
import { at, type JsonObject } from "./json.ts";
import { join, split } from "./pointer.ts";
import type { Source } from "./source.ts";

export interface Origin {
  readonly source: Source;
  /** JSON pointer into that file. */
  readonly pointer: string;
}

/** Which file a place of the bundled document comes from: the spec, unless the overlay has put it there. */
export function originOf(pointer: string, spec: Source, overlay: Source | undefined, document: JsonObject): Origin {
  if (overlay === undefined || at(spec.value, ...split(pointer)) !== undefined) return { source: spec, pointer };
  const actions = at(overlay.value, "actions");
  for (const [i, action] of (Array.isArray(actions) ? actions : []).entries()) {
    for (const target of targetsOf(at(action, "target"), document)) {
      if (!pointer.startsWith(`${target}/`)) continue;
      const rest = split(pointer.slice(target.length));
      if (at(action, "update", ...rest) !== undefined)
        return { source: overlay, pointer: join("/actions", i, "update", ...rest) };
    }
  }
  return { source: spec, pointer };
}

/** The JSON pointers that a JSONPath selects. */
function targetsOf(target: unknown, document: JsonObject): string[] {
  if (typeof target !== "string") return [];
  return paths(document as Parameters<typeof paths>[0], target).map((path) => {
    const keys = [...path.matchAll(/\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/g)];
    return join("", ...keys.map(([, name, index]) => name?.replaceAll(/\\(.)/g, "$1") ?? index ?? ""));
  });
}
