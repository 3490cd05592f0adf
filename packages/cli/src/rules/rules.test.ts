import type { Dialect } from "@a2akit/protocol";
import { dialects } from "@a2akit/protocol/dialects";
import { a2a } from "@a2akit/protocol/dialects/a2a";
import { expect, test } from "vitest";
import { fitDialect, overlayOf } from "./fit-dialect.ts";
import type { Judgement } from "./judge.ts";
import { probes } from "./probes.ts";
import type { Facts, Rule } from "./rule.ts";
import { rules } from "./rules.ts";

test("every rule has an id of its own, a section, a text, and says what it costs", () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  for (const { section, text, costs } of rules) {
    expect(section).toMatch(/^(\d+(\.\d+)*|A\.\d\.\d)$/);
    for (const sentence of [text, costs]) expect(sentence).toMatch(/^\w.*\.$/);
  }
});

test("what makes an agent work is asked last, and each request has an id of its own", () => {
  const works = Object.values(probes).map((probe) => probe.works === true);
  expect(works).toEqual(works.toSorted());
  const ids = Object.values(probes).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

function failing(facts: Facts): Judgement {
  return { rule: {} as Rule, outcome: "fail", messages: ["x"], severity: "error", facts, isExcused: false };
}

test.each<[Dialect["cardShape"], Facts[], string | undefined]>([
  ["flat", [{ sendMessageResult: "bare" }], "cdq-genius"],
  ["flat", [{ sendMessageResult: "bare" }, { absentVersion: "1.0" }], "cdq-genius"],
  ["flat", [{ methods: ["SendMessage", "GetTask", "CancelTask"] }], "cdq-genius"],
  ["flat", [{ methods: ["SendMessage", "GetTask"] }], undefined],
  ["interfaces", [{ methods: ["SendMessage", "GetTask", "CancelTask"] }], undefined],
  ["interfaces", [{ paramsSpelling: "snake_case" }], "moltrust"],
  ["interfaces", [{ paramsSpelling: "snake_case" }, { sendMessageResult: "bare" }], undefined],
])("a card of shape %s and %j", (cardShape, facts, want) => {
  expect(fitDialect(facts.map(failing), { spoken: a2a, known: dialects, cardShape })?.dialect).toBe(want);
});

test("what no dialect could account for asks for none", () => {
  expect(fitDialect([failing({})], { spoken: a2a, known: dialects, cardShape: "flat" })).toBeUndefined();
});

test("an overlay states the facts at the endpoint", () => {
  expect(overlayOf({ absentVersion: "1.0", methods: ["GetTask"] }, { name: "An agent", path: "/rpc" })).toBe(
    `overlay: 1.0.0
info:
  title: "How An agent differs from A2A 1.0"
  version: 1.0.0
actions:
  - target: $.paths["/rpc"].post
    update:
      x-a2akit:
        absentVersion: "1.0"
        methods:
          GetTask: { params: a2a#GetTaskRequest, result: a2a#Task }
`,
  );
});
