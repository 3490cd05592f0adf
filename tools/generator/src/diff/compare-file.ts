import { sameJson } from "../json.ts";
import type { Spec } from "../read-spec.ts";
import type { FactDifference } from "./compare-facts.ts";
import type { Use } from "./schema-effects.ts";

/** What is left to notice about a file: its title, its version and its examples. */
export function compareFile(old: Spec, fresh: Spec): readonly FactDifference[] {
  const [from, to] = [old.model, fresh.model];
  if (!from || !to) return [];
  const named = (["title", "version"] as const).flatMap((key): FactDifference[] => {
    if (from[key] === to[key]) return [];
    const place = `/info/${key}`;
    return [
      { code: "revision-changed", subject: key, message: `was ${from[key]}, is ${to[key]}`, old: place, new: place },
    ];
  });
  const plain = ({ examples }: Spec) =>
    examples.map(({ name, method, kind, value }) => ({ name, method, kind, value }));
  if (sameJson(plain(old), plain(fresh))) return named;
  const place = from.rpc?.pointer ?? "/paths";
  const message = `${old.examples.length} → ${fresh.examples.length}, or other words in them`;
  return [
    ...named,
    { code: "examples-changed", subject: "examples", message, old: place, new: to.rpc?.pointer ?? place },
  ];
}

/** Whether the schemas check `format`, which no file says but the manifest. */
export function compareFormats(old: Use["formats"], fresh: Use["formats"]): readonly FactDifference[] {
  if (old === fresh) return [];
  const code = fresh === "assert" ? "formats-checked" : "formats-described";
  return [{ code, subject: "formats", message: fresh === "assert" ? "are checked" : "are no longer checked" }];
}
