import type { ContestantName } from "./benchmark.ts";
import { describeLimit, type Result } from "./report.ts";

/** The report as text: a line per row, a column per contestant, ratios to the row's peer in brackets. */
export function renderTable(results: readonly Result[], contestants: readonly ContestantName[]): string {
  const head = ["", "unit", ...contestants, "limit", ""];
  const lines = results.map((result) => [
    result.title,
    result.unit,
    ...contestants.map((name) => cell(result, name)),
    describeLimit(result),
    result.pass === undefined ? "not measured" : result.pass ? "pass" : "FAIL",
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)));
  const render = (line: readonly string[]) =>
    line
      .map((text, column) =>
        isNumeric(column, contestants) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [render(head), ...lines.map(render)].join("\n");
}

const isNumeric = (column: number, contestants: readonly ContestantName[]) =>
  column >= 2 && column < 2 + contestants.length;

function cell({ contestants, peer }: Result, name: ContestantName): string {
  const measured = contestants[name];
  if (!measured) return "–";
  const { median, ratio } = measured;
  return ratio === undefined || name === peer ? format(median) : `${format(median)} (${format(ratio)} ×)`;
}

/** About three significant digits, and never an exponent. */
export function format(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude >= 100) return value.toFixed(0);
  if (magnitude >= 10) return value.toFixed(1);
  return value.toFixed(2);
}
