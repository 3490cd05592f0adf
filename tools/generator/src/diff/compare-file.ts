import { list, member, sameJson } from "../json.ts";
import type { Model } from "../model/model.ts";
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
  const servers = compareServers(from, to);
  if (sameJson(plain(old), plain(fresh))) return [...named, ...servers];
  const place = from.rpc?.pointer ?? "/paths";
  const message = `${old.examples.length} → ${fresh.examples.length}, or other words in them`;
  return [
    ...named,
    ...servers,
    { code: "examples-changed", subject: "examples", message, old: place, new: to.rpc?.pointer ?? place },
  ];
}

/** Whether the schemas check `format`, which no file says but the manifest. */
export function compareFormats(old: Use["formats"], fresh: Use["formats"]): readonly FactDifference[] {
  if (old === fresh) return [];
  const code = fresh === "assert" ? "formats-checked" : "formats-described";
  return [{ code, subject: "formats", message: fresh === "assert" ? "are checked" : "are no longer checked" }];
}

/** Where the file says that the agent is. */
function compareServers(old: Model, fresh: Model): readonly FactDifference[] {
  const [before, after] = [old, fresh].map(({ document }) =>
    list(document.servers).map((server) => String(member(server, "url"))),
  );
  if (sameJson(before, after)) return [];
  const words = (urls: readonly string[] = []) => urls.join(", ") || "none";
  const message = `were ${words(before)}, are ${words(after)}; callers take the address from the Agent Card`;
  return [{ code: "servers-changed", subject: "servers", message, old: "/servers", new: "/servers" }];
}
