import { describe, expect, it } from "vitest";
import type { Result } from "./report.ts";
import { format, renderTable } from "./table.ts";

const result: Result = {
  benchmark: "send-message",
  reading: "cpu",
  title: "SendMessage: CPU",
  unit: "µs",
  peer: "bare",
  limit: { atMost: 2 },
  contestants: {
    bare: { median: 40, ratio: 1, slices: [40] },
    a2akit: { median: 66, ratio: 1.65, slices: [66] },
  },
  pass: true,
};

describe("renderTable", () => {
  it("puts the ratio to the peer beside the value, and the limit and the verdict at the end", () => {
    expect(renderTable([result], ["bare", "a2akit"]).split("\n")).toEqual([
      "                  unit  bare         a2akit  limit",
      "SendMessage: CPU  µs    40.0  66.0 (1.65 ×)  ≤ 2 × bare  pass",
    ]);
  });

  it.each([
    { pass: { pass: false }, want: "FAIL" },
    { pass: {}, want: "not measured" },
  ])("says $want", ({ pass, want }) => {
    const { pass: _, ...rest } = result;
    expect(renderTable([{ ...rest, ...pass }], ["bare"])).toMatch(new RegExp(`${want}$`));
  });

  it("marks a contestant that did not run", () => {
    expect(renderTable([result], ["sdk"])).toContain("–  ≤ 2 × bare");
  });
});

describe("format", () => {
  it.each([
    { value: 0.256, want: "0.26" },
    { value: 9.99, want: "9.99" },
    { value: 41.96, want: "42.0" },
    { value: 144_000.4, want: "144000" },
    { value: -0.5, want: "-0.50" },
  ])("$value is $want", ({ value, want }) => expect(format(value)).toBe(want));
});
