import { at, entries, isObject, list, member } from "../json.ts";
import { componentsOf } from "../methods.ts";
import type { Model } from "../model.ts";
import { componentOf } from "../pointer.ts";
import { reachable } from "../reachable.ts";
import type { Side } from "./schema-effects.ts";

/** For each component of the file, whether callers send it, agents answer with it, or both. One that is in neither may be either. */
export function sidesOf(model: Model): (component: string) => readonly Side[] {
  const operations = operationsOf(model, "paths");
  const deliveries = operationsOf(model, "webhooks");
  const sent = [...operations.flatMap(takes), ...deliveries.flatMap(gives)].flatMap(referredIn);
  // What an agent sends to a webhook is read by the caller, as an answer is.
  const answered = [...operations.flatMap(gives), ...deliveries.flatMap(takes)].flatMap(referredIn);
  const card = model.card ? [model.card.component] : [];
  const reach = {
    params: reachable(model.components, [...componentsOf(model, "params"), ...sent]),
    result: reachable(model.components, [...componentsOf(model, "result"), ...card, ...answered]),
  };
  return (component) => {
    const sides = (["params", "result"] as const).filter((side) => reach[side].has(component));
    return sides.length > 0 ? sides : ["params", "result"];
  };
}

function operationsOf({ document }: Model, place: "paths" | "webhooks"): readonly unknown[] {
  return entries(at(document, place)).flatMap(([, item]) => entries(item).map(([, operation]) => operation));
}

function takes(operation: unknown): readonly unknown[] {
  return [member(operation, "requestBody"), member(operation, "parameters")];
}

function gives(operation: unknown): readonly unknown[] {
  return [member(operation, "responses")];
}

/** The components that something in the document refers to. */
function referredIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return list(node).flatMap(referredIn);
  if (!isObject(node)) return [];
  const ref = typeof node.$ref === "string" ? componentOf(node.$ref) : undefined;
  return [...(ref === undefined ? [] : [ref]), ...Object.values(node).flatMap(referredIn)];
}
