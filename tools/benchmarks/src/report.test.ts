import { describe, expect, it } from "vitest";
import type { Benchmark, Row } from "./benchmark.ts";
import { describeLimit, evaluate } from "./report.ts";

const cpu: Row = { reading: "cpu", title: "CPU", unit: "µs", peer: "bare", limit: { atMost: 2 } };
const speed: Row = { reading: "speed", title: "Speed", unit: "×", limit: { atLeast: 0.9 } };
const benchmark = (...rows: Row[]): Benchmark => ({
  name: "some",
  rows,
  slices: { quick: 1, full: 1 },
  start: () => Promise.reject(new Error("not run")),
});
const samples = (name: string, bare: number[], ours: number[]) => ({
  bare: bare.map((value) => ({ [name]: value })),
  a2akit: ours.map((value) => ({ [name]: value })),
});

describe("evaluate", () => {
  it.each([
    { ours: [20, 38, 60], ratio: 2, pass: true },
    { ours: [21, 42, 60], ratio: 2.1, pass: false },
  ])("holds the ratio to the peer ($ratio) against the limit", ({ ours, ratio, pass }) => {
    const [result] = evaluate(benchmark(cpu), samples("cpu", [10, 20, 30], ours));
    expect(result).toMatchObject({ benchmark: "some", reading: "cpu", pass });
    expect(result?.contestants.a2akit).toMatchObject({ ratio, slices: ours });
    expect(result?.contestants.bare).toMatchObject({ median: 20, ratio: 1 });
  });

  it.each([
    { ours: [0.9], pass: true },
    { ours: [0.89], pass: false },
  ])("holds the value itself ($ours) against the limit of a row without a peer", ({ ours, pass }) => {
    const [result] = evaluate(benchmark(speed), samples("speed", [0.1], ours));
    expect(result?.pass).toBe(pass);
    expect(result?.contestants.bare).toEqual({ median: 0.1, slices: [0.1] });
  });

  it("gives no verdict when ours or the peer did not run", () => {
    const { bare, a2akit } = samples("cpu", [1], [1]);
    expect(evaluate(benchmark(cpu), { bare })[0]).not.toHaveProperty("pass");
    expect(evaluate(benchmark(cpu), { a2akit })[0]).not.toHaveProperty("pass");
  });

  it("is an error when a reading is missing", () => {
    expect(() => evaluate(benchmark(speed), samples("cpu", [1], [1]))).toThrow("some: no speed in some slice");
  });
});

describe("describeLimit", () => {
  it.each([
    { row: cpu, want: "≤ 2 × bare" },
    { row: speed, want: "≥ 0.9 ×" },
  ])("$want", ({ row, want }) => expect(describeLimit(row)).toBe(want));
});
