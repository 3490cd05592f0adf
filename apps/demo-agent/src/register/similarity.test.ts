import { expect, test } from "vitest";
import { areCommon, textSimilarity, wordSimilarity } from "./similarity.ts";

test.each([
  { left: "bieberach", right: "biberach" },
  { left: "simens", right: "siemens" },
  { left: "seimens", right: "siemens" },
  { left: "nestel", right: "nestle" },
  { left: "boch", right: "bosch" },
])("$left is a typo of $right", ({ left, right }) => {
  expect(wordSimilarity(left, right)).toBeGreaterThan(0.6);
  expect(wordSimilarity(left, right)).toBeLessThan(1);
  expect(wordSimilarity(left, right)).toBe(wordSimilarity(right, left));
});

test.each([
  { left: "bahn", right: "bank" },
  { left: "munich", right: "zurich" },
  { left: "in", right: "ingelheim" },
  { left: "shell", right: "dell" },
  { left: "universal", right: "unilever" },
  { left: "siemens", right: "siemenshealthineers" },
])("$left is another word than $right", ({ left, right }) => {
  expect(wordSimilarity(left, right)).toBe(0);
});

test("word order and spaces do not matter", () => {
  expect(textSimilarity(["ingelheim", "boehringer"], ["boehringer", "ingelheim"], 0.5)).toBe(1);
  expect(textSimilarity(["cocacola"], ["coca", "cola"], 0.5)).toBe(1);
});

test("words the request leaves out count by the strictness", () => {
  const entry = ["siemens", "energy"];
  expect(textSimilarity(["siemens"], entry, 0)).toBe(1);
  expect(textSimilarity(["siemens"], entry, 0.1)).toBeGreaterThan(0.9);
  expect(textSimilarity(["siemens"], entry, 0.5)).toBeLessThan(0.8);
});

test("common words weigh less", () => {
  expect(textSimilarity(["deutsche", "post"], ["deutsche", "bank"], 0)).toBeLessThan(0.4);
  expect(areCommon(["deutsche", "bank"])).toBe(true);
  expect(areCommon(["deutsche", "post"])).toBe(false);
});

test("no words are similar to nothing", () => {
  expect(textSimilarity([], ["siemens"], 0)).toBe(0);
  expect(textSimilarity(["siemens"], [], 0)).toBe(0);
});
