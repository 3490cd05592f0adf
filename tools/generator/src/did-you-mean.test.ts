import { expect, test } from "vitest";
import { didYouMean } from "./did-you-mean.ts";

const numbered = Array.from({ length: 1001 }, (_, i) => `name-${i}`);

test.each([
  ["a letter that is wrong", "stutus", ["id", "status"], "status"],
  ["a letter too few", "statu", ["status"], "status"],
  ["the nearest of several", "tasks", ["taxes", "task"], "task"],
  ["a letter that takes two units", "😀a", ["😀b"], "😀b"],
  ["too many letters that are wrong", "stetos", ["statues"], undefined],
  ["a name of a thousand", "nam-990", numbered, "name-990"],
  ["a name behind a thousand", "name-100x", ["name-1000", ...numbered.slice(0, 5)].toReversed(), "name-1000"],
  ["a name that is no longer looked at", "xyz-1000", [...numbered.slice(0, 1000), "xyy-1000"], undefined],
  ["a word that nobody mistypes", "x".repeat(101), ["x".repeat(101)], undefined],
])("%s", (_name, word, names, wanted) => {
  expect(didYouMean(word, names)).toBe(wanted === undefined ? "" : `; did you mean ${wanted}?`);
});
