import { sameJson } from "../json.ts";
import { componentOf } from "../pointer.ts";
import { isSchemaObject, type Schema, type SchemaObject } from "../schema.ts";
import { discriminatorOf, resolve } from "../union.ts";
import { compareExclusion } from "./compare-exclusion.ts";
import { compareSchemas } from "./compare-schemas.ts";
import type { CompareContext, Difference, Way } from "./difference.ts";
import { takesMore } from "./growth.ts";
import { substance } from "./renames.ts";
import { membersOf, nameOf } from "./view.ts";

/** The branches of two unions, each with the one that it has become; what is no union is the only branch. */
export function compareUnions(
  old: SchemaObject,
  fresh: SchemaObject,
  way: Way,
  context: CompareContext,
): readonly Difference[] {
  const [before, after] = [membersOf(old), membersOf(fresh)];
  const pairs = matchBranches(before, after, context);
  const gone = before.filter((_, i) => !pairs.has(i));
  const come = after.filter((_, j) => ![...pairs.values()].includes(j));
  if (pairs.size === 0) return [{ code: "type-changed", ...way, message: `was ${nameOf(old)}, is ${nameOf(fresh)}` }];
  const kept = [...pairs].map(([i, j]) => {
    const own = { old: step(way.old, old, i), new: step(way.new, fresh, j) };
    return { branch: after[j] ?? true, differences: compareSchemas(before[i] ?? true, after[j] ?? true, own, context) };
  });
  const wider = [...come, ...kept.filter(({ differences }) => differences.some(takesMore)).map(({ branch }) => branch)];
  const same = [...pairs].map(([i, j]) => ({ old: before[i] ?? true, new: after[j] ?? true }));
  return [
    ...kept.flatMap(({ differences }) => differences),
    ...compareExclusion(old, fresh, { way, context, wider, pairs: same }),
    ...gone.map((branch) => ({
      code: isScalar(branch, context.old) ? ("type-narrowed" as const) : ("variant-removed" as const),
      old: step(way.old, old, before.indexOf(branch)),
      new: way.new,
      message: `may no longer be ${nameOf(branch)}`,
    })),
    ...come.map((branch) => ({
      code: isScalar(branch, context.new) ? ("type-widened" as const) : ("variant-added" as const),
      old: way.old,
      new: step(way.new, fresh, after.indexOf(branch)),
      message: `may also be ${nameOf(branch)}`,
    })),
  ];
}

function step(path: readonly string[], { oneOf, anyOf }: SchemaObject, index: number): readonly string[] {
  return oneOf ? [...path, "oneOf", String(index)] : anyOf ? [...path, "anyOf", String(index)] : path;
}

function isScalar(schema: Schema, components: CompareContext["old"]): boolean {
  const target = resolve(schema, components);
  return isSchemaObject(target) && ["string", "number", "integer", "boolean"].includes(String(target.type));
}

/** Ways to know a branch again, the surest first. */
const marks: readonly ((branch: Schema, side: Side) => unknown)[] = [
  (branch, { renamed }) => referred(branch, renamed),
  (branch, { renamed }) => substance(branch, renamed),
  (branch, { discriminator, components }) => constantOf(branch, discriminator, components),
  (branch, { components }) => typeOf(branch, components),
];

interface Side {
  readonly components: CompareContext["old"];
  readonly renamed: ReadonlyMap<string, string>;
  readonly discriminator: string | undefined;
}

function matchBranches(
  before: readonly Schema[],
  after: readonly Schema[],
  context: CompareContext,
): Map<number, number> {
  const sideOf = (members: readonly Schema[], components: CompareContext["old"], renamed: Side["renamed"]): Side => ({
    components,
    renamed,
    discriminator: discriminatorOf(members, { components, cycle: new Set() }),
  });
  const [old, fresh] = [sideOf(before, context.old, context.renamed), sideOf(after, context.new, new Map())];
  const pairs = new Map<number, number>();
  for (const mark of marks) {
    for (const [i, branch] of before.entries()) {
      const own = mark(branch, old);
      if (pairs.has(i) || own === undefined) continue;
      const taken = new Set(pairs.values());
      const j = after.findIndex((other, at) => !taken.has(at) && sameJson(mark(other, fresh), own));
      if (j >= 0) pairs.set(i, j);
    }
  }
  return pairs;
}

function referred(branch: Schema, renamed: Side["renamed"]): string | undefined {
  const name = isSchemaObject(branch) && branch.$ref !== undefined ? componentOf(branch.$ref) : undefined;
  return name === undefined ? undefined : (renamed.get(name) ?? name);
}

function constantOf(branch: Schema, key: string | undefined, components: CompareContext["old"]): unknown {
  const target = resolve(branch, components);
  const property = key !== undefined && isSchemaObject(target) ? target.properties?.[key] : undefined;
  const value = property === undefined ? undefined : resolve(property, components);
  return isSchemaObject(value ?? true) ? (value as SchemaObject).enum?.[0] : undefined;
}

/** Inline branches of one type; two components of other names are two things. */
function typeOf(branch: Schema, components: CompareContext["old"]): unknown {
  const target = resolve(branch, components);
  if (!isSchemaObject(target) || (isSchemaObject(branch) && branch.$ref !== undefined && target.type === "object"))
    return undefined;
  return target.type;
}
