import { describe, expect, test } from "vitest";
import { knownGaps } from "./known-gaps.ts";
import { requirements } from "./requirements.ts";
import { suite } from "./suite.ts";

const checks = Object.values(suite).flat();
const cited = new Set<string>(checks.flatMap(({ cites }) => cites));

describe("requirements", () => {
  test("each id is there once and says something", () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    for (const { id, section, text } of requirements) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      expect(section).not.toBe("");
      expect(text).toMatch(/^\S.*\.$/);
    }
  });

  test("each is cited by a check, or is a known gap", () => {
    expect(requirements.map(({ id }) => id).filter((id) => !cited.has(id) && !Object.hasOwn(knownGaps, id))).toEqual(
      [],
    );
  });

  test("no known gap is stale, and each has a reason", () => {
    expect(Object.keys(knownGaps).filter((id) => cited.has(id))).toEqual([]);
    expect(Object.values(knownGaps).every((reason) => reason !== "")).toBe(true);
  });

  test("each check has a title of its own", () => {
    const titles = checks.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});
