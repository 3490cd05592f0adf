import type { Model } from "../model/model.ts";
import { banner } from "./banner.ts";

/**
 * A type test: what each zod schema takes and gives, and the type of the same name, can stand for each other, and neither
 * is `any`.
 */
export function emitAssignability(model: Model, typesModule: string): string {
  const { names } = model;
  const rows = [...model.components.keys()].map(
    (name) => `  Mutual<typeof schemas.${names.schema(name)}, types.${names.type(name)}>,\n`,
  );
  return `${banner([model])}import type * as types from "${typesModule}";
import type { core } from "zod";
import type * as schemas from "./${model.name}.ts";

type Assignable<A, B> = [A] extends [B] ? true : false;
type IsAny<T> = 0 extends 1 & T ? true : false;
type Pair<A, B> = [Assignable<A, B>, Assignable<B, A>, IsAny<A>, IsAny<B>];
type Mutual<S extends core.$ZodType, T> = [...Pair<core.output<S>, T>, ...Pair<core.input<S>, T>];
type Yes = [true, true, false, false, true, true, false, false];
type AllYes<T extends readonly Yes[]> = T;

export type Test = AllYes<[
${rows.join("")}]>;
`;
}
