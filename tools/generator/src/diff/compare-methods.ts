import { at, sameJson } from "../json.ts";
import type { MethodEntry, TypeRef } from "../model/methods.ts";
import type { Model } from "../model/model.ts";
import { componentRef, join } from "../pointer.ts";
import type { Spec } from "../read-spec.ts";
import type { FactDifference } from "./compare-facts.ts";
import { compareSchemas } from "./compare-schemas.ts";
import type { FactCode } from "./fact-effects.ts";

/** Methods that come, go, or take and give another component. */
export function compareMethods(
  old: Spec,
  fresh: Spec,
  renamed: ReadonlyMap<string, string>,
): readonly FactDifference[] {
  const [from, to] = [old.model, fresh.model];
  if (!from || !to) return [];
  const known = new Map(to.methods.map((method) => [method.name, method]));
  const kept = from.methods.flatMap((method): FactDifference[] => {
    const now = known.get(method.name);
    const place = placeOf(from, method.name);
    if (!now) return [{ code: "method-removed", subject: method.name, message: "is no longer offered", old: place }];
    return compareRow(method, now, { from, to, renamed }).map((difference) => ({
      ...difference,
      subject: method.name,
      old: place,
      new: placeOf(to, method.name),
    }));
  });
  const come = to.methods
    .filter(({ name }) => !from.methods.some((method) => method.name === name))
    .map(({ name }) => ({
      code: "method-added" as const,
      subject: name,
      message: "is offered",
      new: placeOf(to, name),
    }));
  return [...kept, ...come];
}

interface Pair {
  readonly from: Model;
  readonly to: Model;
  readonly renamed: ReadonlyMap<string, string>;
}

function compareRow(
  old: MethodEntry,
  fresh: MethodEntry,
  pair: Pair,
): readonly Pick<FactDifference, "code" | "message">[] {
  const types = (["params", "result"] as const).flatMap((side) => {
    if (isSame(old[side], fresh[side], pair)) return [];
    const code: FactCode = `method-${side}-changed`;
    return [{ code, message: `${side}: ${nameOf(old[side])} → ${nameOf(fresh[side])}` }];
  });
  if (old.streaming === fresh.streaming) return types;
  const message = fresh.streaming ? "is answered with a stream" : "is no longer answered with a stream";
  return [...types, { code: "method-streaming-changed", message }];
}

/** Whether two names stand for what says the same. A canonical component and one of the file are never known to. */
function isSame(old: TypeRef, fresh: TypeRef, { from, to, renamed }: Pair): boolean {
  if (sameJson(old, fresh)) return true;
  if (old.canonical || fresh.canonical) return false;
  const [a, b] = [{ $ref: componentRef(old.component) }, { $ref: componentRef(fresh.component) }];
  const context = { old: from.components, new: to.components, renamed, grown: new Set<string>(), open: [] };
  return compareSchemas(a, b, { old: [], new: [] }, context).length === 0;
}

function nameOf({ component, canonical }: TypeRef): string {
  return canonical ? `a2a#${component}` : component;
}

/** Where the table names the method, else the operation. */
function placeOf(model: Model, method: string): string {
  const pointer = model.rpc?.pointer ?? "/paths";
  const row = at(model.rpc?.extension, "methods", method);
  return row === undefined ? pointer : join(pointer, "x-a2akit", "methods", method);
}
