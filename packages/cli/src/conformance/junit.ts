import type { Conformance, Result } from "./result.ts";

/** The results as JUnit XML, as CI systems read it. A warning is a pass that says something. */
export function toJUnit({ agent, url, counts, results }: Conformance): string {
  const topics = [...new Set(results.map(({ topic }) => topic))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name=${quote(`A2A conformance of ${agent ?? url ?? "an agent"}`)} tests="${results.length}" failures="${counts.fail}" skipped="${counts.skip}" time="${seconds(results)}">`,
    ...topics.flatMap((topic) =>
      suite(
        topic,
        results.filter((result) => result.topic === topic),
      ),
    ),
    "</testsuites>",
    "",
  ].join("\n");
}

function suite(topic: string, results: readonly Result[]): string[] {
  const count = (outcome: Result["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  return [
    `  <testsuite name=${quote(topic)} tests="${results.length}" failures="${count("fail")}" skipped="${count("skip")}" time="${seconds(results)}">`,
    ...results.flatMap((result) => testCase(result)),
    "  </testsuite>",
  ];
}

function testCase(result: Result): string[] {
  const { topic, title, requirements } = result;
  const ids = requirements.map(({ id }) => id).join(" ");
  const head = `<testcase classname=${quote(topic)} name=${quote(ids === "" ? title : `${title} [${ids}]`)} time="${seconds([result])}"`;
  const body = bodies[result.outcome](result);
  return body === undefined ? [`    ${head}/>`] : [`    ${head}>`, `      ${body}`, "    </testcase>"];
}

const bodies: Readonly<Record<Result["outcome"], (result: Result) => string | undefined>> = {
  pass: () => undefined,
  fail: ({ message = "", requirements }) =>
    `<failure type=${quote(requirements[0]?.level ?? "MUST")} message=${quote(message)}/>`,
  warn: ({ message = "" }) => `<system-out>${escapeXml(message)}</system-out>`,
  skip: ({ message = "" }) => `<skipped message=${quote(message)}/>`,
};

function seconds(results: readonly Result[]): string {
  return (results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000).toFixed(3);
}

function quote(text: string): string {
  return `"${escapeXml(text)}"`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/** XML 1.0 has no place for other control characters, nor for halves of surrogate pairs. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\n\t])\p{Cc}|[\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[&<>"\n\t]/g, (character) => ENTITIES[character] ?? character);
}
