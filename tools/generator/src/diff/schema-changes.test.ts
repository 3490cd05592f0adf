import fc from "fast-check";
import { expect, test } from "vitest";
import { documentsOf } from "../agreement/arbitrary.ts";
import { isObject } from "../json.ts";
import { createValidator } from "../lint/validator.ts";
import { readSmall } from "../testing/read-text.ts";
import { packageNames } from "./change.ts";
import { diffSpecs, isReadable, type ReadableSpec } from "./diff-specs.ts";
import { probesOf } from "./probes.ts";
import { exclusionChanges } from "./testing/exclusion-changes.ts";
import type { SchemaChange } from "./testing/schema-change.ts";
import { schemaChanges } from "./testing/schema-changes.ts";

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

const all = [...schemaChanges, ...exclusionChanges];
const rows = all.flatMap((change) => (["params", "result"] as const).map((side) => ({ change, side })));

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

/** Whether a document has a member of one of these names anywhere. */
function names(document: unknown, members: ReadonlySet<string>): boolean {
  if (Array.isArray(document)) return document.some((item) => names(item, members));
  return (
    isObject(document) && Object.entries(document).some(([key, value]) => members.has(key) || names(value, members))
  );
}

const pairs = all.flatMap(({ name, old, fresh, others = {} }) => [
  { name, from: old, to: fresh, others },
  { name: `${name}, the other way round`, from: fresh, to: old, others },
]);

test.each(pairs)(
  "no document is refused that was right, and nothing said of it: $name",
  async ({ from, to, others }) => {
    const [before, after] = [await readOneWay(from, others, "params"), await readOneWay(to, others, "params")];
    const { changes, packages } = await diffSpecs(before, after, { witnessRuns: 0 });
    const [was, is] = [before, after].map(({ model }) => createValidator(model.document));
    const documents = [before, after].flatMap(({ model: { components } }) => {
      const schema = components.get("N") ?? true;
      const drawn = fc.sample(documentsOf(schema, components, 3), { seed: 1, numRuns: 100 });
      return [...probesOf(schema, components), ...drawn];
    });
    // A member that may be left out breaks nobody when it comes, by what we say; who has sent one of that name by chance is on their own.
    const added = new Set(
      changes.flatMap(({ code, subject }) => (code === "member-added" ? [subject.split(".").at(-1) ?? ""] : [])),
    );
    const told = documents.filter((document) => !names(document, added));
    const refused = told.find((document) => was?.check("N", document) === "" && is?.check("N", document) !== "");
    const accepted = told.find((document) => was?.check("N", document) !== "" && is?.check("N", document) === "");
    if (refused !== undefined) expect(packages["@a2akit/schemas"], JSON.stringify(refused)).toBe("major");
    if (accepted !== undefined)
      expect(packages["@a2akit/schemas"], JSON.stringify(accepted)).toMatch(/^(major|minor)$/);
    expect(documents.length).toBeGreaterThan(20);
  },
);
