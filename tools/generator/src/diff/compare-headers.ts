import { list, member } from "../json.ts";
import { join } from "../pointer.ts";
import type { Spec } from "../read-spec.ts";
import { follow } from "../reference.ts";
import type { FactDifference } from "./compare-facts.ts";

interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
}

/** Headers that a2akit sends by itself: the service parameters of A2A §3.2.6. */
const own = new Set(["a2a-version", "a2a-extensions"]);

/** The headers that a call must or may have, beside those of the protocol. */
export function compareHeaders(old: Spec, fresh: Spec): readonly FactDifference[] {
  const [from, to] = [headersOf(old), headersOf(fresh)];
  const names = [...new Set([...from.keys(), ...to.keys()])];
  return names.flatMap((name): FactDifference[] => {
    const [before, after] = [from.get(name), to.get(name)];
    const place = {
      subject: `header ${after?.name ?? before?.name}`,
      ...(before && { old: before.pointer }),
      ...(after && { new: after.pointer }),
    };
    if (after?.required && !before?.required) return [{ ...place, code: "header-required", message: "must be sent" }];
    if (after && !before) return [{ ...place, code: "header-optional", message: "may be sent" }];
    if (before?.required && !after?.required)
      return [{ ...place, code: "header-optional", message: after ? "may be left out" : "is no longer looked at" }];
    return before && !after ? [{ ...place, code: "header-optional", message: "is no longer looked at" }] : [];
  });
}

export function headersOf({ model }: Spec): ReadonlyMap<string, Header> {
  if (!model?.rpc) return new Map();
  const { document, rpc } = model;
  const place = join(rpc.pointer, "parameters");
  const headers = list(rpc.operation.parameters).flatMap((written, i) => {
    const { node, pointer } = follow(document, written, join(place, i));
    const name = String(member(node, "name"));
    if (member(node, "in") !== "header" || own.has(name.toLowerCase())) return [];
    return [[name.toLowerCase(), { name, required: member(node, "required") === true, pointer }] as const];
  });
  return new Map(headers);
}
