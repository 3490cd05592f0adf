import { member, quote, sameJson } from "../json.ts";
import type { Schema } from "../schema.ts";
import type { Difference, Way } from "./difference.ts";
import { deeper } from "./difference.ts";
import type { SchemaCode } from "./reasons.ts";

interface Annotation {
  readonly keyword: string;
  readonly differ: (old: unknown, fresh: unknown) => { readonly code: SchemaCode; readonly message: string };
}

const annotations: readonly Annotation[] = [
  { keyword: "description", differ: () => ({ code: "description-changed", message: "has another description" }) },
  {
    keyword: "default",
    differ: (old, fresh) => ({
      code: "default-changed",
      message: `left out, it means ${meaning(fresh)} instead of ${meaning(old)}`,
    }),
  },
  {
    keyword: "deprecated",
    differ: (_old, fresh) =>
      fresh === true
        ? { code: "deprecated-added", message: "is deprecated" }
        : { code: "deprecated-removed", message: "is no longer deprecated" },
  },
  {
    keyword: "readOnly",
    differ: (_old, fresh) =>
      fresh === true
        ? { code: "readonly-added", message: "may only be read" }
        : { code: "readonly-removed", message: "may be written" },
  },
  {
    keyword: "x-presence",
    differ: (_old, fresh) => ({
      code: "presence-changed",
      message:
        fresh === true ? "is written also when it is empty, 0 or false" : "is left out when it is empty, 0 or false",
    }),
  },
];

function meaning(value: unknown): string {
  return value === undefined ? "nothing stated" : quote(value);
}

/** What describes a schema and decides nothing. */
export function compareAnnotations(old: Schema, fresh: Schema, way: Way): readonly Difference[] {
  return annotations.flatMap(({ keyword, differ }) => {
    const [from, to] = [member(old, keyword), member(fresh, keyword)];
    if (sameJson(from, to) || (from ?? false) === (to ?? false)) return [];
    const { old: before, new: after } = deeper(way, keyword);
    return [
      {
        ...differ(from, to),
        old: from === undefined ? way.old : before,
        new: to === undefined ? way.new : after,
      },
    ];
  });
}
