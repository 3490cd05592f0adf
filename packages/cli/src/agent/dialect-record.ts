import type { DialectRecord } from "@a2akit/generator";
import { type Dialect, methods } from "@a2akit/protocol";
import type { Method } from "@a2akit/types";

/** The facts of a file are a `Dialect`, a type that the generator writes and does not import. */
export function recordOf({ spec: _, ...facts }: DialectRecord): Dialect {
  const known = facts.methods.filter((name): name is Method => Object.hasOwn(methods, name));
  return { ...facts, methods: known } as unknown as Dialect;
}
