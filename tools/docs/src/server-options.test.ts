import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LIMITS, DEFAULT_TIMING } from "@a2akit/server";
import { expect, test } from "vitest";

const page = readFileSync(join(import.meta.dirname, "../../../docs/server.md"), "utf8");

/** The rows of the table whose first heading is the name, as name and default. */
function rowsOf(name: string): Record<string, number> {
  const table = page.split(`| \`${name}\` | default |`)[1]?.split("\n\n")[0] ?? "";
  const rows = [...table.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm)];
  return Object.fromEntries(rows.map(([, option = "", value = ""]) => [option, Number(value.replaceAll(",", ""))]));
}

test("docs/server.md has every limit and every time, with its default", () => {
  expect(rowsOf("limits")).toEqual(DEFAULT_LIMITS);
  expect(rowsOf("timing")).toEqual(DEFAULT_TIMING);
});
