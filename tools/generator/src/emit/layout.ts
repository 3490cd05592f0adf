import { CANONICAL } from "../canonical.ts";
import { HELPERS_FILE } from "../helpers.ts";

/** Where generated modules find each other, and how they are made anew. */
export interface Layout {
  /** The module of the canonical types, or of the canonical schemas. */
  readonly canonical: string;
  readonly helpers: string;
  /** What to do after a change of the spec, for the first line of each file. */
  readonly regenerate: string;
}

/** That of the packages in this repository. */
export const repositoryLayout: Layout = {
  canonical: `./${CANONICAL}.ts`,
  helpers: `./${HELPERS_FILE}`,
  regenerate: "run `pnpm generate`",
};
