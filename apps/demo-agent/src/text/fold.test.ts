import { expect, test } from "vitest";
import { fold, words } from "./fold.ts";

test.each([
  { given: "Grüße aus Köln", want: "gruesse aus koeln" },
  { given: "  L'Oréal S.A. ", want: "loreal sa" },
  { given: "A.P. Møller – Mærsk A/S", want: "ap moller maersk as" },
  { given: "Płock", want: "plock" },
  { given: "Procter & Gamble", want: "procter gamble" },
  { given: "Mu\u0308nchen", want: "muenchen" },
  { given: "トヨタ", want: "トヨタ" },
  { given: "—…!", want: "" },
])("folds $given", ({ given, want }) => {
  expect(fold(given)).toBe(want);
});

test("a text without letters has no words", () => {
  expect(words("?!")).toEqual([]);
  expect(words("Biberach an der Riß")).toEqual(["biberach", "an", "der", "riss"]);
});
