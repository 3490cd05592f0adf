import { entries, isObject, list, member } from "../json.ts";
import { componentsOf } from "../model/methods.ts";
import type { Model } from "../model/model.ts";
import { reachable } from "../model/reachable.ts";
import { deref } from "../model/reference.ts";
import { componentOf } from "../pointer.ts";
import type { Side } from "./schema-effects.ts";

/** For each component of the file, whether callers send it, agents answer with it, or both. One that is in neither may be either. */
export function sidesOf(model: Model): (component: string) => readonly Side[] {
  const { document } = model;
  const operations = operationsIn(document, document.paths);
  // What an agent sends to a webhook or calls back is read by the caller, as an answer is.
  const deliveries = [
    ...operationsIn(document, document.webhooks),
    ...operations.flatMap((operation) =>
      entries(member(operation, "callbacks")).flatMap(([, callback]) =>
        operationsIn(document, deref(document, callback)),
      ),
    ),
  ];
  const referred = (nodes: readonly unknown[]) => referredIn(nodes, document, new Set());
  const sent = referred([...operations.map(takes), ...deliveries.map(gives)]);
  const answered = referred([...operations.map(gives), ...deliveries.map(takes)]);
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

/** The operations of such a map of paths; parameters that they share count as one that takes them. */
function operationsIn(document: Model["document"], paths: unknown): readonly unknown[] {
  return entries(paths).flatMap(([, written]) => {
    const item = deref(document, written);
    const more = entries(member(item, "additionalOperations")).map(([, operation]) => operation);
    return [{ parameters: member(item, "parameters") }, ...entries(item).map(([, operation]) => operation), ...more];
  });
}

function takes(operation: unknown): readonly unknown[] {
  return [member(operation, "requestBody"), member(operation, "parameters")];
}

function gives(operation: unknown): unknown {
  return member(operation, "responses");
}

/** The components that something in the document refers to, directly or by way of what is no schema. */
function referredIn(node: unknown, document: Model["document"], seen: Set<unknown>): readonly string[] {
  if (Array.isArray(node)) return list(node).flatMap((item) => referredIn(item, document, seen));
  if (!isObject(node) || seen.has(node)) return [];
  seen.add(node);
  const component = typeof node.$ref === "string" ? componentOf(node.$ref) : undefined;
  const target = component === undefined ? deref(document, node) : node;
  const own = component === undefined ? [] : [component];
  const below = target === node ? Object.values(node) : [target];
  return [...own, ...below.flatMap((value) => referredIn(value, document, seen))];
}
