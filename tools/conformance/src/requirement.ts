/** One thing that is asked of a server; `section` is a section of A2A 1.0.1, or says who else promises it. */
export interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly level: "MUST" | "SHOULD";
  readonly side: "server";
  readonly text: string;
}

/** `id → [section, text]`, the short form in which the tables are written. */
export type Rows = Readonly<Record<string, readonly [section: string, text: string]>>;
