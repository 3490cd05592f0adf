import { describe, expect, it } from "vitest";
import { CONTESTANTS } from "./benchmark.ts";
import { benchmarks } from "./benchmarks/index.ts";
import { readOptions } from "./read-options.ts";

describe("readOptions", () => {
  it("runs everything by default", () => {
    expect(readOptions([])).toEqual({ benchmarks, contestants: CONTESTANTS, size: "full", rounds: 5 });
  });

  it("takes names of benchmarks and of contestants", () => {
    const options = readOptions(["stream", "get-task", "--only", "sdk", "--only=bare", "--quick"]);
    expect(options.benchmarks.map(({ name }) => name)).toEqual(["get-task", "stream"]);
    expect(options.contestants).toEqual(["bare", "sdk"]);
    expect(options).toMatchObject({ size: "quick", rounds: 2 });
  });

  it("takes the number of rounds and where to write", () => {
    const options = readOptions(["--rounds", "9", "--json", "out.json", "--profile", "profiles"]);
    expect(options).toMatchObject({ rounds: 9, json: "out.json", profile: "profiles" });
  });

  it.each([
    { args: ["nothing"], error: '"nothing" is none of send-message, get-task' },
    { args: ["--only", "me"], error: '"me" is none of bare, sdk' },
    { args: ["--rounds", "0"], error: '--rounds "0" is not a number from 1 to 100' },
    { args: ["--rounds", "1.5"], error: '--rounds "1.5"' },
    { args: ["--fast"], error: "--fast" },
  ])("refuses $args", ({ args, error }) => expect(() => readOptions(args)).toThrow(error));
});
