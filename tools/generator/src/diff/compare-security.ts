import { entries, fromEntries, sameJson } from "../json.ts";
import type { Security } from "../model/security.ts";
import { join } from "../pointer.ts";
import type { Spec } from "../read-spec.ts";
import type { FactDifference } from "./compare-facts.ts";

type Requirement = Security["requirements"][number];

const none: Security = { schemes: {}, requirements: [] };

/** Which credentials a call needs, and how they travel. */
export function compareSecurity(old: Spec, fresh: Spec): readonly FactDifference[] {
  if (!old.dialect || !fresh.dialect) return [];
  const [from, to] = [old.dialect.security ?? none, fresh.dialect.security ?? none];
  return [...compareSchemes(from, to), ...compareRequirements(old, fresh, { from, to })];
}

function compareSchemes({ schemes: from }: Security, { schemes: to }: Security): readonly FactDifference[] {
  const place = (name: string) => join("/components/securitySchemes", name);
  const kept = Object.keys(from).flatMap((name): FactDifference[] => {
    const own = { subject: `security scheme ${name}`, old: place(name) };
    if (!Object.hasOwn(to, name)) return [{ ...own, code: "security-scheme-removed", message: "is gone" }];
    if (sameJson(from[name], to[name])) return [];
    const now = { ...own, new: place(name) };
    if (sameJson(plain(from[name]), plain(to[name])))
      return [{ ...now, code: "security-scheme-described", message: "has another description" }];
    return [{ ...now, code: "security-scheme-changed", message: "has changed" }];
  });
  const come = Object.keys(to)
    .filter((name) => !Object.hasOwn(from, name))
    .map((name): FactDifference => {
      return { code: "security-scheme-added", subject: `security scheme ${name}`, message: "is new", new: place(name) };
    });
  return [...kept, ...come];
}

/** A scheme, which is the one member of an object, without what only describes it. */
function plain(scheme: unknown): unknown {
  return entries(scheme).map(([kind, fields]) => [kind, entries(fields).filter(([key]) => key !== "description")]);
}

/** The requirements, with the new names of schemes that are the same but for that: what a caller holds is the same. */
function renamed({ schemes, requirements }: Security, { schemes: now }: Security): readonly Requirement[] {
  const come = Object.keys(now).filter((name) => !Object.hasOwn(schemes, name));
  const nameOf = (name: string) =>
    Object.hasOwn(now, name) ? name : (come.find((other) => sameJson(plain(schemes[name]), plain(now[other]))) ?? name);
  return requirements.map((requirement) => ({
    schemes: fromEntries(Object.entries(requirement.schemes).map(([name, scopes]) => [nameOf(name), scopes])),
  }));
}

interface Pair {
  readonly from: Security;
  readonly to: Security;
}

function compareRequirements(old: Spec, fresh: Spec, { from, to }: Pair): readonly FactDifference[] {
  const [before, after] = [alternatives({ ...from, requirements: renamed(from, to) }), alternatives(to)];
  const own = { subject: "security", old: placeOf(old), new: placeOf(fresh) };
  const message = `was ${inWords(before)}, is ${inWords(after)}`;
  // Whoever met the old demands must meet one of the new ones, or is refused.
  const refused = before.filter((held) => !after.some((needed) => isMet(needed, held)));
  if (refused.length > 0) return [{ ...own, code: "security-tightened", message }];
  const gained = after.filter((held) => !before.some((needed) => isMet(needed, held)));
  return gained.length > 0 ? [{ ...own, code: "security-loosened", message }] : [];
}

/** Each set of credentials that does; no requirement at all is met by none. */
function alternatives({ requirements }: Security): readonly Requirement[] {
  return requirements.length > 0 ? requirements : [{ schemes: {} }];
}

/** Whether who holds `held` has what is `needed`: every scheme of it, with every scope. */
export function isMet(needed: Requirement, held: Requirement): boolean {
  return Object.entries(needed.schemes).every(([name, { list = [] }]) => {
    const own = Object.hasOwn(held.schemes, name) ? held.schemes[name] : undefined;
    return own !== undefined && list.every((scope) => own.list?.includes(scope));
  });
}

function inWords(requirements: readonly Requirement[]): string {
  const texts = requirements.map(({ schemes }) => {
    const names = Object.entries(schemes).map(
      ([name, { list = [] }]) => name + (list.length > 0 ? ` (${list.join(", ")})` : ""),
    );
    return names.length > 0 ? names.join(" and ") : "none";
  });
  return texts.join(" or ");
}

function placeOf({ model }: Spec): string {
  const { rpc } = model ?? {};
  return rpc?.operation.security ? join(rpc.pointer, "security") : "/security";
}
