import { entries, isObject, member, quote, sameJson } from "../json.ts";
import { join } from "../pointer.ts";
import type { Spec } from "../read-spec.ts";
import type { FactDifference } from "./compare-facts.ts";

/** The table of errors, which the canonical spec has. */
export function compareErrors(old: Spec, fresh: Spec): readonly FactDifference[] {
  const [from, to] = [errorsOf(old), errorsOf(fresh)];
  const kept = entries(from).flatMap(([name, row]): FactDifference[] => {
    const place = { subject: `error ${name}`, old: placeOf(old, name) };
    const now = member(to, name);
    if (now === undefined) return [{ ...place, code: "error-removed", message: "is gone" }];
    const changed = [...new Set([...keysOf(row), ...keysOf(now)])].filter(
      (key) => !sameJson(member(row, key), member(now, key)),
    );
    return changed.map((key) => ({
      ...place,
      code: key === "message" ? ("error-text-changed" as const) : ("error-changed" as const),
      message: `${key} was ${quote(member(row, key))}, is ${quote(member(now, key))}`,
      new: placeOf(fresh, name),
    }));
  });
  const come = entries(to)
    .filter(([name]) => member(from, name) === undefined)
    .map(([name]): FactDifference => {
      return { code: "error-added", subject: `error ${name}`, message: "is new", new: placeOf(fresh, name) };
    });
  return [...kept, ...come];
}

function errorsOf({ model }: Spec): unknown {
  return model?.rpc?.extension.errors;
}

function keysOf(row: unknown): readonly string[] {
  return isObject(row) ? Object.keys(row) : [];
}

function placeOf({ model }: Spec, name: string): string {
  return join(model?.rpc?.pointer ?? "", "x-a2akit", "errors", name);
}
