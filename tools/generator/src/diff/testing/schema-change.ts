/** One schema that becomes another one, and what that is to `@a2akit/types` and `@a2akit/schemas`, for who writes it and for who reads it. */
export interface SchemaChange {
  readonly name: string;
  readonly old: object | boolean;
  readonly fresh: object | boolean;
  /** Components beside it, in both files. */
  readonly others?: Readonly<Record<string, object | boolean>>;
  /** Code and subject → the levels; `params` where callers send the schema, `result` where agents answer with it. */
  readonly params: Readonly<Record<string, string>>;
  readonly result: Readonly<Record<string, string>>;
}

export const text = { type: "string" };
export const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
export const oneOf = (...names: readonly string[]) => names.map((name) => ({ required: [name] }));
export const abc = { a: text, b: text, c: text };
export const breaks = "types major, schemas major";
export const checked = "schemas major";
export const loosened = "schemas minor";
export const adds = "types minor, schemas minor";
export const reads = "types minor, schemas major";

/** The schema that changes, as others refer to it. */
export const named = { $ref: "#/components/schemas/N" };

export const both = (want: Readonly<Record<string, string>>) => ({ params: want, result: want });
