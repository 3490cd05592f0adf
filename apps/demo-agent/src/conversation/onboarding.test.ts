import { expect, test } from "vitest";
import { RequestError } from "../request/request.ts";
import { answerConversation, MAX_MESSAGES } from "./onboarding.ts";

const say = (...texts: string[]) => answerConversation(texts.map((text) => [{ text }]));

test("answers the published example with the published line", () => {
  const text =
    "Provide me data to help onboarding my business partner Name: Boehringer Ingelheim GmbH, Country: DE, City: Bieberach";
  expect(say(text)).toEqual({
    kind: "found",
    text: "Boehringer Ingelheim GmbH, Birkendorfer Str. 65, 88397 Biberach an der Riss, DE.",
    data: {
      name: "Boehringer Ingelheim",
      legalForm: "GmbH",
      street: "Birkendorfer Str. 65",
      postalCode: "88397",
      city: "Biberach an der Riss",
      country: "DE",
      confidence: 0.97,
      matchedOn: ["name", "legalForm", "city", "country"],
      source: "sample data",
    },
  });
});

test("its own data, sent back, finds the same entry with full confidence", () => {
  const first = say("Siemens Berlin");
  if (first.kind !== "found") throw new Error("not found");
  const again = answerConversation([[{ data: first.data }]]);
  expect(again).toMatchObject({ kind: "found", text: first.text, data: { confidence: 1 } });
});

test("asks which of several is meant", () => {
  const answer = say("Name: Siemens");
  expect(answer).toMatchObject({ kind: "question", candidates: { length: 4 } });
  expect(answer.text).toContain("4 entries may fit. Which one is it?");
  expect(answer.text).toContain("\n1. Siemens AG, Nonnendammallee 101, 13629 Berlin, DE\n2. Siemens AG, Werner");
});

test.each([
  { given: ["Siemens", "2"], want: "80333 München" },
  { given: ["Siemens", "the second one"], want: "80333 München" },
  { given: ["Siemens", "the last"], want: "91301 Forchheim" },
  { given: ["Siemens", "Berlin"], want: "13629 Berlin" },
  { given: ["Siemens", "the one in Berlin"], want: "13629 Berlin" },
  { given: ["Siemens", "City: Forchheim"], want: "91301 Forchheim" },
  { given: ["Siemens", "Healthineers"], want: "91301 Forchheim" },
  { given: ["Siemens", "Munich", "1"], want: "80333 München" },
  { given: ["Siemens", "Munich", "AG"], want: "80333 München" },
  { given: ["Siemens", "Country: Atlantis", "Country: DE, City: Berlin"], want: "13629 Berlin" },
  { given: ["Siemens", "9", "1"], want: "13629 Berlin" },
  { given: ["Siemens", "Bosch"], want: "70839 Gerlingen" },
  { given: ["Siemens in Munich", "Name: Novartis"], want: "4056 Basel" },
  { given: ["Siemens", "Nonnendammallee 101"], want: "13629 Berlin" },
  { given: ["Siemens", "Munich, Germany", "Energy"], want: "81739 München" },
  { given: ["Boehringer Ingelheim GmbH", "88397"], want: "88397 Biberach" },
  { given: ["Unilever in Rotterdam", "yes"], want: "London" },
  { given: ["please help me", "Nokia"], want: "Espoo" },
  { given: ["Country: CH", "Nestlé"], want: "1800 Vevey" },
])("$given ends at $want", ({ given, want }) => {
  const answer = say(...given);
  expect(answer.kind).toBe("found");
  expect(answer.text).toContain(want);
});

test("an entry that the caller picked says so", () => {
  expect(say("Roche", "2")).toMatchObject({ kind: "found", data: { matchedOn: ["name", "choice"] } });
});

test.each([
  { given: ["Siemens", "9"], want: "The list has no such number. 4 entries may fit" },
  { given: ["Siemens", "9", "0"], want: "The list has no such number. 4 entries may fit" },
  { given: ["Siemens", "Hamburg"], want: 'Nothing fits name "Siemens Hamburg". 4 entries may fit' },
  { given: ["Siemens", "Country: Atlantis"], want: 'I cannot read this: Country: "Atlantis" is neither' },
])("$given asks again", ({ given, want }) => {
  const answer = say(...given);
  expect(answer).toMatchObject({ kind: "question", candidates: { length: 4 } });
  expect(answer.text.startsWith(want)).toBe(true);
});

test("a long list is cut and says so", () => {
  const answer = say("Which companies are in Munich?");
  expect(answer).toMatchObject({ kind: "question", candidates: { length: 5 } });
  expect(answer.text).toContain("6 entries may fit, these 5 best.");
});

test.each([
  { given: ["Siemens", "none of them"], want: 'fits name "Siemens"' },
  { given: ["Unilever in Rotterdam", "no"], want: 'fits name "Unilever", city "Rotterdam"' },
  { given: ["Siemens", "Hamburg", "no"], want: 'fits name "Siemens"' },
  { given: ["xyzzy plugh"], want: 'fits name "xyzzy plugh"' },
])("$given is an honest no", ({ given, want }) => {
  const answer = say(...given);
  expect(answer.kind).toBe("none");
  expect(answer.text).toContain(want);
});

test.each([
  { given: [] },
  { given: [""] },
  { given: ["please help me onboarding a partner"] },
  { given: ["Country: DE"] },
])("$given asks for a name", ({ given }) => {
  const answer = say(...given);
  expect(answer).toMatchObject({ kind: "question", candidates: [] });
  expect(answer.text).toContain("Which company is it?");
});

test("a message that cannot be read and a conversation without end are errors", () => {
  expect(() => say("Name: Siemens, Country: Atlantis")).toThrow(RequestError);
  expect(() => say(...Array.from({ length: MAX_MESSAGES + 1 }, () => "Siemens"))).toThrow("more than 20 messages");
  expect(say(...Array.from({ length: MAX_MESSAGES }, () => "Siemens")).kind).toBe("question");
});
