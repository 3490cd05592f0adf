import { CANONICAL } from "../canonical.ts";
import type { Effect, Effects, Level, PackageName } from "./change.ts";
import { type SchemaCode, type Shape, type Surface, schemaReasons } from "./reasons.ts";

/** Which way documents with a component go: `params` from the caller to the agent, `result` back. */
export type Side = "params" | "result";

/** Who uses a package. A caller writes params and reads results; for an agent it is the other way round. */
type Role = "caller" | "agent";

interface Audience {
  readonly roles: readonly Role[];
  /** What of a schema the package shows. */
  readonly shows: Surface;
  /** The documents that the package itself checks, and refuses when they do not fit. */
  readonly checks: readonly Side[];
}

const sides = ["params", "result"] as const;

/** The canonical types are those that agents and callers are written with. */
const canonical: Partial<Record<PackageName, Audience>> = {
  "@a2akit/types": { roles: ["caller", "agent"], shows: "types", checks: [] },
  "@a2akit/schemas": { roles: ["caller", "agent"], shows: "schemas", checks: sides },
  "@a2akit/server": { roles: ["agent"], shows: "api", checks: ["params"] },
  "@a2akit/client": { roles: ["caller"], shows: "api", checks: [] },
};

/**
 * Those of a vendor are for who calls the vendor's agent. A server that mounts the dialect, and a client that speaks it, work on the
 * canonical types.
 */
const vendor: typeof canonical = {
  "@a2akit/types": { roles: ["caller"], shows: "types", checks: [] },
  "@a2akit/schemas": { roles: ["caller"], shows: "schemas", checks: sides },
};

const major = (reason: string): Effect => ({ level: "major", reason });
const minor = (reason: string): Effect => ({ level: "minor", reason });
const patch = (reason: string): Effect => ({ level: "patch", reason });

/** A format that is not checked stands in the documentation. */
const comment = { shape: "text", shows: ["types"] } as const;

const otherName = major("code that imports it by its old name gets none, or another one");

const refuses = major("documents that passed are refused");

/** Shape → what it means to who writes such a document, and to who reads one. */
const meanings: Readonly<Record<Exclude<Shape, "none">, { readonly writes: Effect; readonly reads: Effect }>> = {
  gone: {
    writes: major("code that writes it does not compile, or nobody looks at it"),
    reads: major("code that reads it does not compile"),
  },
  changed: { writes: major("what was written is no longer right"), reads: major("what is read is something else") },
  narrower: { writes: major("what was written may no longer be right"), reads: minor("what is read promises more") },
  wider: {
    writes: minor("more may be written"),
    reads: major("what is read may be something that older code does not expect"),
  },
  added: { writes: minor("more may be written"), reads: minor("there is more to read") },
  looser: { writes: minor("more may be written"), reads: minor("what is read promises less") },
  deprecated: { writes: minor("editors strike it through"), reads: minor("editors strike it through") },
  called: { writes: otherName, reads: otherName },
  text: { writes: patch("the documentation says so"), reads: patch("the documentation says so") },
};

export interface Use {
  /** The name of the spec. */
  readonly spec: string;
  readonly sides: readonly Side[];
  /** Whether the schemas of the spec check `format`. */
  readonly formats: "annotate" | "assert";
}

/** What a change of a schema that is used so means to each package. */
export function effectsOfSchema(code: SchemaCode, { spec, sides: used, formats }: Use): Effects {
  const { shape, shows } = formats === "annotate" && code.startsWith("format-") ? comment : schemaReasons[code];
  if (shape === "none") return {};
  const isChecked = shows.some((surface) => surface === "schemas");
  const pairs = Object.entries(spec === CANONICAL ? canonical : vendor).flatMap(([name, audience]) => {
    const visible = shows.some((surface) => surface === audience.shows);
    const told = visible ? used.flatMap((side) => audience.roles.map((role) => meaningOf(shape, side, role))) : [];
    const refused = isChecked && used.some((side) => audience.checks.includes(side)) ? check(shape) : [];
    const effect = heaviest([...refused, ...told]);
    return effect ? [[name, effect] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function meaningOf(shape: Exclude<Shape, "none">, side: Side, role: Role): Effect {
  const writes = (side === "params") === (role === "caller");
  return meanings[shape][writes ? "writes" : "reads"];
}

/** What it means that a package refuses what does not fit. */
function check(shape: Shape): readonly Effect[] {
  if (shape === "narrower" || shape === "changed") return [refuses];
  return shape === "looser" ? [minor("documents that were refused pass")] : [];
}

const order: readonly Level[] = ["major", "minor", "patch"];

function heaviest(effects: readonly Effect[]): Effect | undefined {
  return order.map((level) => effects.find((effect) => effect.level === level)).find((effect) => effect !== undefined);
}
