/**
 * Our generator beside hey-api and kubb: how often each one's zod schemas and ajv disagree about a document, over a sample that is the same in every run. Documents are made of each component
 * of GitHub's OpenAPI file and changed at random: `node tools/benchmarks/scripts/generators-agreement.ts [documents per component] [seed]`.
 */
import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { sampleDocuments } from "../../generator/src/agreement/sample-documents.ts";
import { assertFormats } from "../../generator/src/assert-formats.ts";
import { sameJson } from "../../generator/src/json.ts";
import { readSpec } from "../../generator/src/read-spec.ts";
import { createValidator } from "../../generator/src/validator.ts";
import { type Contestant, contestants, cpuSeconds, input, prepare, work } from "./generator-contestants.ts";

/** Levels that a document goes deep before it has nothing but what is required. */
const LEVELS = 4;

const runs = Number(process.argv[2] ?? 25);
const seed = Number(process.argv[3] ?? 1);

interface Schema {
  readonly safeParse: (document: unknown) => { readonly success: boolean; readonly data?: unknown };
}

type Verdict = "right" | "false reject" | "false accept" | "changed value" | "crash";
type Formats = "annotate" | "assert";

prepare();
const { model } = await readSpec(input, { name: "webhooks", lenient: true });
if (!model) throw new Error(`${input} cannot be read`);
const references = {
  annotate: createValidator(model.document),
  assert: createValidator(model.document, assertFormats),
};

const entrants: {
  readonly name: string;
  readonly formats: readonly Formats[];
  readonly schemas: ReadonlyMap<string, Schema>;
}[] = [];
// What makes everything at once makes the same schemas as what makes one kind alone.
for (const contestant of contestants.filter(({ name }) => name !== "a2akit")) {
  const isOurs = contestant.name.startsWith("a2akit");
  // Ours is told whether formats decide; the others are held against either reading.
  for (const formats of isOurs ? (["annotate", "assert"] as const) : [undefined]) {
    const schemas = await load(contestant, formats);
    entrants.push({ name: contestant.name, formats: formats ? [formats] : ["annotate", "assert"], schemas });
  }
}

const names = [...model.components.keys()].filter((name) => entrants.every(({ schemas }) => schemas.has(keyOf(name))));
const counts = new Map<string, Map<Verdict, number>>();
let documents = 0;
const valid = { annotate: 0, assert: 0 };
for (const name of names) {
  const schema = model.components.get(name) ?? true;
  for (const document of sampleDocuments(schema, { components: model.components, runs, seed, levels: LEVELS })) {
    documents++;
    const expected = {
      annotate: references.annotate.check(name, document) === "",
      assert: references.assert.check(name, document) === "",
    };
    for (const formats of ["annotate", "assert"] as const) if (expected[formats]) valid[formats]++;
    for (const entrant of entrants) {
      for (const formats of entrant.formats) {
        const verdict = judge(entrant.schemas.get(keyOf(name)), document, expected[formats]);
        const row = `${entrant.name}, formats ${formats}`;
        const own = counts.get(row) ?? new Map<Verdict, number>();
        counts.set(row, own.set(verdict, (own.get(verdict) ?? 0) + 1));
      }
    }
  }
}

process.stdout.write(
  `${documents} documents of ${names.length} of ${model.components.size} components, seed ${seed}; valid: ${valid.annotate}, with formats asserted ${valid.assert}\n`,
);
for (const [row, own] of counts) {
  const of = (verdict: Verdict) => own.get(verdict) ?? 0;
  process.stdout.write(
    `${row}: ${of("false reject")} false rejects, ${of("false accept")} false accepts, ${of("changed value")} changed values, ${of("crash")} crashes\n`,
  );
}

function judge(schema: Schema | undefined, document: unknown, isValid: boolean): Verdict {
  try {
    const result = schema?.safeParse(structuredClone(document));
    if (result?.success !== isValid) return isValid ? "false reject" : "false accept";
    return isValid && !sameJson(result.data, document) ? "changed value" : "right";
  } catch {
    return "crash";
  }
}

/** Generates, bundles what was generated without zod, and gives the schemas by the name of their component. */
async function load(
  { name, generate, schemas }: Contestant,
  formats: Formats | undefined,
): Promise<ReadonlyMap<string, Schema>> {
  const folder = `${name}-${formats ?? "default"}`.replaceAll(/\W+/g, "-");
  const out = join(work, "out", name === "kubb" ? name : folder);
  cpuSeconds([...generate(out), ...(formats ? ["--formats", formats] : [])]);
  const files = globSync(schemas, { cwd: out }).map((path) => join(out, path));
  const outfile = join(work, "out", `${folder}.mjs`);
  const contents = files.map((file) => `export * from ${JSON.stringify(file)};`).join("\n");
  await build({
    stdin: { contents, resolveDir: work },
    bundle: true,
    format: "esm",
    outfile,
    external: ["zod", "zod/*"],
    logLevel: "error",
  });
  const exported: Readonly<Record<string, Schema>> = await import(pathToFileURL(outfile).href);
  return new Map(
    Object.entries(exported).map(([key, schema]) => [keyOf(key.replace(/^z(?=[A-Z])|Schema$/g, "")), schema]),
  );
}

/** `simple-user`, `SimpleUser` and `simple_user` name one component. */
function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}
