import { expect, test } from "vitest";
import { toJUnit } from "./junit.ts";
import { conformanceOf, type Result } from "./result.ts";

const must = { id: "get-task", section: "3.1.3", level: "MUST" } as const;
const about = {
  agent: 'A "quoted" <agent> & more',
  url: "http://a.example/",
  dialect: "a2a",
  suite: "a2akit",
} as const;
const results: Result[] = [
  { topic: "One", title: "passes", requirements: [must], outcome: "pass", milliseconds: 1_500 },
  {
    topic: "One",
    title: "fails",
    requirements: [must],
    outcome: "fail",
    message: "a\u0000b\nc \uD800",
    milliseconds: 1,
  },
  { topic: "Two", title: "warns", requirements: [], outcome: "warn", message: "1 < 2", milliseconds: 0 },
  { topic: "Two", title: "is skipped", requirements: [], outcome: "skip", message: "why", milliseconds: 0 },
];

test("JUnit XML has a suite per topic, and nothing that XML has no place for", () => {
  expect(toJUnit(conformanceOf(about, results))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="A2A conformance of A &quot;quoted&quot; &lt;agent&gt; &amp; more" tests="4" failures="1" skipped="1" time="1.501">
  <testsuite name="One" tests="2" failures="1" skipped="0" time="1.501">
    <testcase classname="One" name="passes [get-task]" time="1.500"/>
    <testcase classname="One" name="fails [get-task]" time="0.001">
      <failure type="MUST" message="a\uFFFDb&#10;c \uFFFD"/>
    </testcase>
  </testsuite>
  <testsuite name="Two" tests="2" failures="0" skipped="1" time="0.000">
    <testcase classname="Two" name="warns" time="0.000">
      <system-out>1 &lt; 2</system-out>
    </testcase>
    <testcase classname="Two" name="is skipped" time="0.000">
      <skipped message="why"/>
    </testcase>
  </testsuite>
</testsuites>
`);
});
