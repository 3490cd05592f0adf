/** What became of one check. */
export interface Result {
  readonly topic: string;
  readonly title: string;
  /** The requirements that it is about. */
  readonly requirements: readonly RequirementRef[];
  /** A warning: what is only advised is not done, or the dialect that is spoken accounts for it. */
  readonly outcome: "pass" | "fail" | "warn" | "skip";
  /** Why it is not a pass. */
  readonly message?: string;
  readonly milliseconds: number;
}

export interface RequirementRef {
  readonly id: string;
  /** Of A2A 1.0.1, or who else promises it. */
  readonly section: string;
  readonly level: "MUST" | "SHOULD" | "MAY";
}

/** All results about one agent. */
export interface Conformance {
  readonly agent: string | undefined;
  readonly url: string | undefined;
  readonly dialect: string | undefined;
  /** What the agent asks for before it answers anybody. */
  readonly locked?: string;
  /** Whose checks they are. */
  readonly suite: "a2akit" | "a2a-tck";
  readonly counts: Readonly<Record<Result["outcome"], number>>;
  readonly results: readonly Result[];
}

export function conformanceOf(about: Omit<Conformance, "counts" | "results">, results: readonly Result[]): Conformance {
  const count = (outcome: Result["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  return {
    ...about,
    counts: { pass: count("pass"), fail: count("fail"), warn: count("warn"), skip: count("skip") },
    results,
  };
}
