import { expect, test } from "vitest";
import { countOf, oneOf, readCommand } from "./command-line.ts";

const command = {
  name: "bake",
  operands: ["CAKE"],
  about: "Bakes.",
  options: {
    oven: { value: "NAME", says: "where", required: true },
    heat: { value: "N", says: "how hot", read: countOf("--heat") },
    rack: { value: "PLACE", says: "how high", read: oneOf("--rack", ["low", "high"]) },
    "dry-run": { says: "do not" },
    version: { says: "which", answer: "1.2.3\n" },
  },
  note: "Exits.",
} as const;

const usage = `bake CAKE --oven NAME [options]

Bakes.

  --oven NAME   where
  --heat N      how hot
  --rack PLACE  how high
  --dry-run     do not
  --version     which
  --help        say this

Exits.
`;

test("gives what was given, read", () => {
  const args = ["--oven", "a", "--heat=180", "cheese", "--rack", "low", "--dry-run"];
  expect(readCommand(command, args)).toEqual({
    operands: ["cheese"],
    values: { oven: "a", heat: 180, rack: "low", "dry-run": true },
  });
  expect(readCommand(command, ["--oven", "a", "--", "--cheese"])).toEqual({
    operands: ["--cheese"],
    values: { oven: "a" },
  });
});

test.each([
  [["--help"], usage],
  [["--version", "--heat", "x"], "1.2.3\n"],
])("%j is answered, whatever is missing", (args, answer) => {
  expect(readCommand(command, args)).toEqual({ answer, status: 0 });
});

test.each([
  [[], "CAKE is missing"],
  [["", "--oven", "a"], "CAKE is missing"],
  [["cheese"], "--oven NAME is missing"],
  [["cheese", "--oven", ""], "--oven NAME is missing"],
  [["cheese", "cream", "--oven", "a"], '"cream" is one argument too many'],
  [["cheese", "a. b", "--oven", "a"], '"a. b" is one argument too many'],
  [["cheese", "--oven"], "Option '--oven <value>' argument missing"],
  [["cheese", "--oven", "a", "--dry-run=no"], "Option '--dry-run' does not take an argument"],
  [["cheese", "--oven", "a", "--gas"], "Unknown option '--gas'"],
  [["cheese", "--oven", "a", "--heat", "-1"], "Option '--heat' argument is ambiguous"],
  [["cheese", "--oven", "a", "--heat", "1.5"], '--heat is a whole number from 1, not "1.5"'],
  [["cheese", "--oven", "a", "--heat", ""], '--heat is a whole number from 1, not ""'],
  [["cheese", "--oven", "a", "--rack", "mid"], '--rack is low or high, not "mid"'],
])("%j is wrong, and says why", (args, problem) => {
  expect(readCommand(command, args)).toEqual({ answer: `${problem}\n\n${usage}`, status: 2 });
});
