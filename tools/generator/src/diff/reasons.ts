import type { FactCode } from "./fact-effects.ts";

/** What a change of a schema does to the documents that it describes, and to code that was written for them. */
export type Shape =
  | "gone"
  | "changed"
  | "narrower"
  | "wider"
  | "added"
  | "looser"
  | "deprecated"
  | "text"
  | "called"
  | "none";

/** Where a change of a schema shows: in the types, in the schemas, in what server and client take and give. */
export type Surface = "types" | "schemas" | "api";

interface Reason {
  readonly shape: Shape;
  readonly shows: readonly Surface[];
}

const all = ["types", "schemas", "api"] as const;
const typed = ["types", "schemas"] as const;
const checked = ["schemas"] as const;
const written = ["types"] as const;

/** What can change about a schema. */
export const schemaReasons = {
  "component-added": { shape: "added", shows: ["types", "schemas"] },
  "component-removed": { shape: "gone", shows: all },
  "component-renamed": { shape: "gone", shows: all },
  "exports-renamed": { shape: "called", shows: ["types", "schemas"] },
  "member-added": { shape: "added", shows: all },
  "member-added-required": { shape: "narrower", shows: all },
  "member-removed": { shape: "gone", shows: all },
  "member-renamed": { shape: "gone", shows: all },
  "required-added": { shape: "narrower", shows: all },
  "required-removed": { shape: "wider", shows: all },
  "nullable-added": { shape: "wider", shows: all },
  "nullable-removed": { shape: "narrower", shows: all },
  "type-changed": { shape: "changed", shows: all },
  "type-widened": { shape: "wider", shows: all },
  "type-narrowed": { shape: "narrower", shows: all },
  "enum-added": { shape: "narrower", shows: all },
  "enum-removed": { shape: "wider", shows: all },
  "enum-value-added": { shape: "wider", shows: all },
  "enum-value-removed": { shape: "narrower", shows: all },
  "enum-reordered": { shape: "none", shows: [] },
  "variant-added": { shape: "wider", shows: all },
  "variant-removed": { shape: "narrower", shows: all },
  "group-added": { shape: "narrower", shows: all },
  "group-removed": { shape: "wider", shows: all },
  "group-changed": { shape: "changed", shows: all },
  "branches-exclusive": { shape: "narrower", shows: checked },
  "branches-inclusive": { shape: "looser", shows: checked },
  "names-opened": { shape: "added", shows: typed },
  "names-closed": { shape: "gone", shows: typed },
  closed: { shape: "narrower", shows: checked },
  opened: { shape: "looser", shows: checked },
  "limit-tightened": { shape: "narrower", shows: checked },
  "limit-loosened": { shape: "looser", shows: checked },
  "rule-added": { shape: "narrower", shows: checked },
  "rule-removed": { shape: "looser", shows: checked },
  "rule-changed": { shape: "changed", shows: checked },
  "format-added": { shape: "narrower", shows: checked },
  "format-removed": { shape: "looser", shows: checked },
  "format-changed": { shape: "changed", shows: checked },
  "readonly-added": { shape: "narrower", shows: written },
  "readonly-removed": { shape: "looser", shows: written },
  "presence-changed": { shape: "none", shows: [] },
  "deprecated-added": { shape: "deprecated", shows: written },
  "deprecated-removed": { shape: "text", shows: written },
  "default-changed": { shape: "text", shows: written },
  "description-changed": { shape: "text", shows: written },
} as const satisfies Record<string, Reason>;

export type SchemaCode = keyof typeof schemaReasons;

export type ReasonCode = SchemaCode | FactCode;
