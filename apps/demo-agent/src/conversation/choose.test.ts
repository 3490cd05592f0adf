import { expect, test } from "vitest";
import { choose } from "./choose.ts";

test.each([
  { given: "2", want: 1 },
  { given: "#2", want: 1 },
  { given: "No. 2, please", want: 1 },
  { given: "the second one", want: 1 },
  { given: "I'd take the 2nd", want: undefined },
  { given: "I mean the 2nd", want: 1 },
  { given: "Ich meine die zweite", want: 1 },
  { given: "fünf", want: "outside" },
  { given: "the last one", want: 2 },
  { given: "one", want: 0 },
  { given: "number one", want: 0 },
  { given: "7", want: "outside" },
  { given: "0", want: "outside" },
  { given: "none of them", want: "refused" },
  { given: "No!", want: "refused" },
  { given: "keine", want: "refused" },
  { given: "the one in Berlin", want: undefined },
  { given: "Munich", want: undefined },
  { given: "1 or 2", want: undefined },
  { given: "80333", want: undefined },
  { given: "yes", want: undefined },
  { given: "constructor", want: undefined },
  { given: "", want: undefined },
])("$given among three is $want", ({ given, want }) => {
  const choice = choose(given, 3);
  expect(choice?.kind === "chosen" ? choice.index : choice?.kind).toBe(want);
});

test("yes is a choice when there is only one", () => {
  expect(choose("Yes, please", 1)).toEqual({ kind: "chosen", index: 0 });
});
