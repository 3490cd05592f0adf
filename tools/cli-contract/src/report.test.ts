import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { idsIn } from "./harness/covers.ts";
import { summary, verdicts } from "./report.ts";
import { type Requirement, requirements } from "./requirements.ts";

const published = parse(readFileSync(join(import.meta.dirname, "../../../docs/cli-compliance.yaml"), "utf8"));
const rows: [string, Requirement][] = Object.entries(requirements);

/** The ids that the suite's tests cite. */
const cited = new Set(
  globSync("suite/*.test.ts", { cwd: import.meta.dirname }).flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), "utf8");
    return [...text.matchAll(/covers\(\s*\[([^\]]+)\]/g)].flatMap(([, ids = ""]) =>
      [...ids.matchAll(/"([A-Z0-9_]+)"/g)].map(([, id]) => id),
    );
  }),
);

describe("the published report", () => {
  test("has every requirement, as many as each tier has", () => {
    expect(Object.keys(published.requirements)).toEqual(rows.map(([id]) => `A2ACLI_${id}`));
    expect([1, 2, 3].map((tier) => rows.filter(([, row]) => row.tier === tier).length)).toEqual([39, 15, 12]);
    expect(published.summary).toEqual(summary(published.requirements));
  });

  test.each(rows)("says of %s what the tests can show", (id, { gap }) => {
    const { status, note, evidence } = published.requirements[`A2ACLI_${id}`];
    if (status === "pass") {
      expect(cited).toContain(id);
      expect(evidence.length).toBeGreaterThan(0);
      expect(gap).toBeUndefined();
    } else {
      expect(note).toMatch(/\S/);
    }
    if (gap) expect(status).toBe(gap.status);
  });

  test("claims no more than it has", () => {
    const { tier_claimed: claimed } = published.report;
    if (claimed !== "none") expect(published.summary[`tier_${claimed}`].satisfied).toBe(true);
  });
});

describe("a verdict", () => {
  const file = "x.test.ts";
  const of = (...results: [title: string, status: string][]) =>
    verdicts(results.map(([title, status]) => ({ title, status, file })));

  test("passes where each test that cites it does", () => {
    expect(of(["a [SEND_001, OUT_001]", "passed"], ["b [SEND_001]", "passed"]).A2ACLI_SEND_001).toMatchObject({
      status: "pass",
      note: null,
      evidence: [file],
    });
    expect(of(["a [SEND_001]", "passed"], ["b [SEND_001]", "failed"]).A2ACLI_SEND_001).toMatchObject({
      status: "fail",
      note: "Fails: b [SEND_001]",
    });
    expect(of(["a [SEND_001]", "skipped"]).A2ACLI_SEND_001?.status).toBe("fail");
  });

  test("is not measured without one; a gap stays", () => {
    expect(of().A2ACLI_SEND_001).toMatchObject({ status: "not_measured", note: "No test shows it" });
    expect(of(["a [TX_004]", "passed"]).A2ACLI_TX_004?.status).toBe("partial");
  });

  test("a tier that builds on one that is not satisfied is not either", () => {
    const pass = { requirement: "", status: "pass", note: null, evidence: [] } as const;
    const all = {
      a: { ...pass, tier: 1 },
      b: { ...pass, tier: 2, status: "partial" as const },
      c: { ...pass, tier: 3 },
    };
    expect(Object.values(summary(all)).map(({ satisfied }) => satisfied)).toEqual([true, false, false]);
  });

  test("ids stand at the end of a title", () => {
    expect(idsIn("x [A_001, B_C_002]")).toEqual(["A_001", "B_C_002"]);
    expect(idsIn("x [1] y")).toEqual([]);
  });
});
