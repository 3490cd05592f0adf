import { expect, test } from "vitest";
import { readSmall } from "../testing/read-text.ts";
import { packageNames } from "./change.ts";
import { diffSpecs, isReadable, type ReadableSpec } from "./diff-specs.ts";
import { type SchemaChange, schemaChanges } from "./testing/schema-changes.ts";

type Side = "params" | "result";

/** A file in which N goes one way only. */
async function readOneWay(schema: SchemaChange["old"], others: object, side: Side): Promise<ReadableSpec> {
  const body = { content: { "application/json": { schema: { $ref: "#/components/schemas/N" } } } };
  const post = {
    ...(side === "params" && { requestBody: body }),
    responses: { 200: { description: "ok", ...(side === "result" && body) } },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: "Small", version: "1" },
    paths: { "/": { post } },
    components: { schemas: { N: schema, ...others } },
  };
  const spec = await readSmall({ document }, { lenient: true });
  expect(spec.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  if (!isReadable(spec)) throw new Error("not readable");
  return spec;
}

const rows = schemaChanges.flatMap((change) => (["params", "result"] as const).map((side) => ({ change, side })));

/** What no document can show: it is told by types alone. */
const withoutWitness: ReadonlySet<string> = new Set(["names-closed", "readonly-added"]);

test.each(rows)("$change.name ($side)", async ({ change: { old, fresh, others = {}, ...want }, side }) => {
  const [before, after] = [await readOneWay(old, others, side), await readOneWay(fresh, others, side)];
  const { changes } = await diffSpecs(before, after);
  const told = changes.map(({ code, subject, packages }) => {
    const levels = packageNames.flatMap((name) =>
      packages[name] ? [`${name.slice("@a2akit/".length)} ${packages[name].level}`] : [],
    );
    return [`${code} ${subject}`, levels.join(", ")] as const;
  });
  expect(Object.fromEntries(told)).toEqual(want[side]);
  const breaking = changes.filter(({ packages }) => packages["@a2akit/schemas"]?.level === "major");
  for (const { code, subject, witness } of breaking.filter(({ code }) => !withoutWitness.has(code)))
    expect(witness, `${code} ${subject}`).toBeDefined();
});
