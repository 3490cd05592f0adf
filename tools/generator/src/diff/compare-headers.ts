import { type Parameter, parametersOf } from "../model/operations.ts";
import type { Spec } from "../read-spec.ts";
import type { FactDifference } from "./compare-facts.ts";

/** Headers that a2akit sends by itself, or that are no parameters: the service parameters of A2A §3.2.6, and what OpenAPI leaves to others. */
const own = new Set(["a2a-version", "a2a-extensions", "accept", "content-type", "authorization"]);

/** The headers, and what else beside the body, that a call must or may have, but for those of the protocol. */
export function compareHeaders(old: Spec, fresh: Spec): readonly FactDifference[] {
  const [from, to] = [headersOf(old), headersOf(fresh)];
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((subject): FactDifference[] => {
    const [before, after] = [from.get(subject), to.get(subject)];
    const place = {
      subject: subjectOf(after ?? before),
      ...(before && { old: before.pointer }),
      ...(after && { new: after.pointer }),
    };
    const kind = subject.startsWith("header") ? ("header" as const) : ("parameter" as const);
    if (after?.required && !before?.required) return [{ ...place, code: `${kind}-required`, message: "must be sent" }];
    if (after && !before) return [{ ...place, code: `${kind}-optional`, message: "may be sent" }];
    if (before?.required && !after?.required)
      return [{ ...place, code: `${kind}-optional`, message: after ? "may be left out" : "is no longer looked at" }];
    return before && !after ? [{ ...place, code: `${kind}-optional`, message: "is no longer looked at" }] : [];
  });
}

/** By place and name; names of headers are the same in any case. */
export function headersOf({ model }: Spec): ReadonlyMap<string, Parameter> {
  if (!model?.rpc) return new Map();
  const found = parametersOf(model.document, model.rpc).filter(
    ({ place, name }) => place !== "path" && !(place === "header" && own.has(name.toLowerCase())),
  );
  return new Map(found.map((parameter) => [keyOf(subjectOf(parameter)), parameter]));
}

function subjectOf(parameter: Parameter | undefined): string {
  return `${parameter?.place} ${parameter?.name}`;
}

/** The key of a subject such as `header X-Tenant`. */
export function keyOf(subject: string): string {
  return subject.startsWith("header ") ? subject.toLowerCase() : subject;
}
