import { beforeAll, describe, expect, test } from "vitest";
import { type Change, type Level, packageNames, type SpecDiff } from "./change.ts";
import { diffSpecs, isReadable, type ReadableSpec } from "./diff-specs.ts";
import { readMutated } from "./testing/mutate-spec.ts";
import type { Mutation } from "./testing/mutation.ts";
import { mutations as ofA2a } from "./testing/mutations-a2a.ts";
import { mutations as ofCdq } from "./testing/mutations-cdq-genius.ts";
import { mutations as ofMoltrust } from "./testing/mutations-moltrust.ts";

const tables = {
  a2a: { mutations: ofA2a, formats: "assert" },
  "cdq-genius": { mutations: ofCdq, formats: "annotate" },
  moltrust: { mutations: ofMoltrust, formats: "annotate" },
} as const;

const rows = Object.entries(tables).flatMap(([spec, { mutations, formats }]) =>
  mutations.map((mutation) => ({ spec, formats, mutation })),
);

const originals = new Map<string, ReadableSpec>();

async function readable(spec: string, mutation: Pick<Mutation, "edits" | "overlay">): Promise<ReadableSpec> {
  const read = await readMutated(spec, mutation);
  const errors = read.findings.filter(({ severity }) => severity === "error");
  expect(errors).toEqual([]);
  if (!isReadable(read)) throw new Error(`${spec} could not be read`);
  return read;
}

beforeAll(async () => {
  for (const spec of Object.keys(tables)) originals.set(spec, await readable(spec, { edits: [] }));
});

async function diffOf({ spec, formats, mutation }: (typeof rows)[number]): Promise<SpecDiff> {
  const old = originals.get(spec);
  if (!old) throw new Error(`${spec} was not read`);
  return diffSpecs(old, await readable(spec, mutation), { formats });
}

/** Code, subject, packages and levels, one text per change: what is told twice does not pass for once. */
function told(changes: readonly Change[]): readonly string[] {
  const texts = changes.map(({ code, subject, packages }) => {
    const own = packageNames.flatMap((name) =>
      packages[name] ? [`${name.slice("@a2akit/".length)} ${packages[name].level}`] : [],
    );
    return `${code} ${subject}: ${own.join(", ")}`;
  });
  return texts.toSorted();
}

function inOrder(text: string): string {
  const order = packageNames.map((name) => name.slice("@a2akit/".length));
  const place = (item: string) => order.indexOf(item.split(" ")[0] ?? "");
  return text === ""
    ? ""
    : text
        .split(", ")
        .toSorted((a, b) => place(a) - place(b))
        .join(", ");
}

describe.each(rows)("$spec: $mutation.name", (row) => {
  test("is told for each package, and what breaks has a witness", async () => {
    const { changes } = await diffOf(row);
    const want = Object.entries(row.mutation.want).map(([key, value]) => `${key}: ${inOrder(value)}`);
    expect(told(changes)).toEqual(want.toSorted());
    const breaking = changes.filter(({ packages }) => Object.values(packages).some(({ level }) => level === "major"));
    for (const { code, subject, witness } of breaking.filter(({ code }) => !withoutWitness.has(code)))
      expect(witness, `${code} ${subject}`).toBeDefined();
  });
});

/** What is told by names, not by documents. */
const withoutWitness: ReadonlySet<string> = new Set([
  "method-params-changed",
  "method-result-changed",
  "enum-reordered",
  "presence-changed",
]);

describe("the table of mutations", () => {
  const wanted = rows.flatMap(({ mutation }) => Object.values(mutation.want));

  test("has at least sixty of them, with every weight in it", () => {
    expect(rows.length).toBeGreaterThanOrEqual(60);
    for (const level of ["major", "minor", "patch"])
      expect(wanted.filter((text) => text.includes(level)).length).toBeGreaterThan(8);
  });

  test.each(["major", "minor", "patch"] as const satisfies readonly Level[])(
    "fails who calls everything %s",
    (level) => {
      const flattened = wanted.map((text) => text.replaceAll(/major|minor|patch/g, level));
      expect(flattened.filter((text, i) => text !== wanted[i]).length).toBeGreaterThan(10);
    },
  );
});
