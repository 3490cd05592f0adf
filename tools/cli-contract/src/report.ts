import { idsIn } from "./harness/covers.ts";
import { type Requirement, type RequirementId, requirements, type Status } from "./requirements.ts";

/** One test as the runner reports it. */
export interface TestResult {
  readonly title: string;
  readonly status: string;
  /** Relative to the root of the repository. */
  readonly file: string;
}

export interface Verdict {
  readonly tier: number;
  readonly requirement: string;
  readonly status: Status;
  readonly note: string | null;
  /** The tests that show it. */
  readonly evidence: readonly string[];
}

const PREFIX = "A2ACLI_";

/** What became of each requirement: a gap stays one whatever the tests say, and what no test shows was not measured. */
export function verdicts(results: readonly TestResult[]): Record<string, Verdict> {
  const rows = Object.entries(requirements) as [RequirementId, Requirement][];
  return Object.fromEntries(
    rows.map(([id, row]) => [
      PREFIX + id,
      verdict(
        row,
        results.filter(({ title }) => idsIn(title).includes(id)),
      ),
    ]),
  );
}

function verdict({ tier, requirement, gap }: Requirement, shown: readonly TestResult[]): Verdict {
  const failed = shown.filter(({ status }) => status !== "passed");
  const evidence = [...new Set(shown.map(({ file }) => file))].toSorted();
  if (failed.length > 0)
    return {
      tier,
      requirement,
      status: "fail",
      note: `Fails: ${failed.map(({ title }) => title).join("; ")}`,
      evidence,
    };
  if (gap) return { tier, requirement, ...gap, evidence };
  if (shown.length === 0) return { tier, requirement, status: "not_measured", note: "No test shows it", evidence };
  return { tier, requirement, status: "pass", note: null, evidence };
}

type Counts = Readonly<Record<Status, number>> & { readonly total: number; readonly satisfied: boolean };

/** How many of a tier have come to what; a tier is satisfied where each of its own and of the tiers before passes or does not apply. */
export function summary(all: Readonly<Record<string, Verdict>>): Record<string, Counts> {
  let isSatisfied = true;
  return Object.fromEntries(
    [1, 2, 3].map((tier) => {
      const own = Object.values(all).filter((row) => row.tier === tier);
      const count = (status: Status) => own.filter((row) => row.status === status).length;
      const counts = {
        pass: count("pass"),
        partial: count("partial"),
        fail: count("fail"),
        not_measured: count("not_measured"),
        na: count("na"),
      };
      isSatisfied &&= own.length > 0 && counts.pass + counts.na === own.length;
      return [`tier_${tier}`, { total: own.length, ...counts, satisfied: isSatisfied }];
    }),
  );
}
