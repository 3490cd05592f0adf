import type { Schema } from "../schema.ts";
import type { SchemaCode } from "./reasons.ts";
import type { Components } from "./view.ts";

/** One thing in which two normalized schemas differ. */
export interface Difference {
  readonly code: SchemaCode;
  /** The way from the schema in the old file; absent where it is new. */
  readonly old?: readonly string[];
  /** The same in the new file; absent where it is gone. */
  readonly new?: readonly string[];
  readonly message: string;
  /** Whether documents fit that did not, where the code does not say so. */
  readonly admits?: true;
  /** The one value that is right in one of the files, where there is just one. */
  readonly value?: unknown;
}

/** The way to what is compared, in either file. */
export interface Way {
  readonly old: readonly string[];
  readonly new: readonly string[];
}

export interface CompareContext {
  readonly old: Components;
  readonly new: Components;
  /** Old name → new name of the components that are the same but for that. */
  readonly renamed: ReadonlyMap<string, string>;
  /** New names of the components that documents may fit that did not. */
  readonly grown: ReadonlySet<string>;
  /** What is being compared in place of one another, against endless recursion. */
  readonly open: readonly { readonly old: Schema; readonly new: Schema }[];
}

export function deeper(way: Way, ...steps: readonly string[]): Way {
  return { old: [...way.old, ...steps], new: [...way.new, ...steps] };
}
