/** One edit of a document, by JSON pointer. */
export type Edit =
  | { readonly set: string; readonly to: unknown }
  | { readonly remove: string }
  /** Gives a member another name, in its place. */
  | { readonly rename: string; readonly to: string }
  /** Puts a value behind those of a list. */
  | { readonly append: string; readonly value: unknown }
  /** Takes a value out of a list. */
  | { readonly drop: string; readonly value: unknown };

export interface Mutation {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Edits of the overlay, where it has to follow. */
  readonly overlay?: readonly Edit[];
  /** What the diff has to say, all of it: code and subject → what that is to the packages. */
  readonly want: Readonly<Record<string, string>>;
}

const schemas = "/components/schemas";

/** JSON pointer to a component, or to something in it: `in("Task", "properties", "id")`. */
export const inside = (...path: readonly string[]) => [schemas, ...path].join("/");
