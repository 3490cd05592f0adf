import type { FactCode } from "./fact-effects.ts";

/** What a change of a schema does to the documents that it describes, and to code that was written for them. */
export type Shape = "gone" | "changed" | "narrower" | "wider" | "added" | "looser" | "deprecated" | "text" | "none";

interface Reason {
  readonly shape: Shape;
  /** Whether the types show it, the schemas, or both. */
  readonly shows: readonly ("types" | "schemas")[];
}

const both = ["types", "schemas"] as const;

/** What can change about a schema. */
export const schemaReasons = {
  "component-added": { shape: "added", shows: both },
  "component-removed": { shape: "gone", shows: both },
  "component-renamed": { shape: "gone", shows: both },
  "member-added": { shape: "added", shows: both },
  "member-added-required": { shape: "narrower", shows: both },
  "member-removed": { shape: "gone", shows: both },
  "member-renamed": { shape: "gone", shows: both },
  "required-added": { shape: "narrower", shows: both },
  "required-removed": { shape: "wider", shows: both },
  "nullable-added": { shape: "wider", shows: both },
  "nullable-removed": { shape: "narrower", shows: both },
  "type-changed": { shape: "changed", shows: both },
  "type-widened": { shape: "wider", shows: both },
  "type-narrowed": { shape: "narrower", shows: both },
  "enum-added": { shape: "narrower", shows: both },
  "enum-removed": { shape: "wider", shows: both },
  "enum-value-added": { shape: "wider", shows: both },
  "enum-value-removed": { shape: "narrower", shows: both },
  "enum-reordered": { shape: "none", shows: [] },
  "variant-added": { shape: "wider", shows: both },
  "variant-removed": { shape: "narrower", shows: both },
  "group-added": { shape: "narrower", shows: both },
  "group-removed": { shape: "wider", shows: both },
  closed: { shape: "narrower", shows: ["schemas"] },
  opened: { shape: "looser", shows: ["schemas"] },
  "limit-tightened": { shape: "narrower", shows: ["schemas"] },
  "limit-loosened": { shape: "looser", shows: ["schemas"] },
  "rule-added": { shape: "narrower", shows: ["schemas"] },
  "rule-removed": { shape: "looser", shows: ["schemas"] },
  "rule-changed": { shape: "changed", shows: ["schemas"] },
  "format-added": { shape: "narrower", shows: ["schemas"] },
  "format-removed": { shape: "looser", shows: ["schemas"] },
  "format-changed": { shape: "changed", shows: ["schemas"] },
  "presence-changed": { shape: "none", shows: [] },
  "deprecated-added": { shape: "deprecated", shows: ["types"] },
  "deprecated-removed": { shape: "text", shows: ["types"] },
  "default-changed": { shape: "text", shows: ["types"] },
  "description-changed": { shape: "text", shows: ["types"] },
} as const satisfies Record<string, Reason>;

export type SchemaCode = keyof typeof schemaReasons;

export type ReasonCode = SchemaCode | FactCode;
