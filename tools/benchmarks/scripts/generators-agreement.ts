/**
 * Our generator beside hey-api and kubb: how often each one's zod schemas and ajv disagree about a document, over a sample that is the same in every run. Documents are made of each component
 * of GitHub's OpenAPI files and changed at random: `node tools/benchmarks/scripts/generators-agreement.ts [documents per component] [seed]`.
 */
import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { sampleDocuments } from "../../generator/src/agreement/sample-documents.ts";
import { sameJson } from "../../generator/src/json.ts";
import { assertFormats } from "../../generator/src/lint/assert-formats.ts";
import { createValidator } from "../../generator/src/lint/validator.ts";
import { readSpec } from "../../generator/src/read-spec.ts";
import { type Contestant, contestants, outOf, prepare, work } from "./generator-contestants.ts";
import { type BigSpec, inputOf, specs } from "./generator-specs.ts";
import { cpuSeconds } from "./run-node.ts";

/** Levels that a document goes deep before it has nothing but what is required. */
const LEVELS = 4;

const runs = Number(process.argv[2] ?? 25);
const seed = Number(process.argv[3] ?? 1);

interface Schema {
  readonly safeParse: (document: unknown) => { readonly success: boolean; readonly data?: unknown };
}

type Verdict = "right" | "false reject" | "false accept" | "changed value" | "crash";
type Formats = "annotate" | "assert";

const formatsOf: readonly Formats[] = ["annotate", "assert"];

interface Entrant {
  readonly name: string;
  readonly formats: readonly Formats[];
  readonly schemas: ReadonlyMap<string, Schema>;
}

prepare();
for (const spec of specs) await compare(spec);

async function compare(spec: BigSpec): Promise<void> {
  const { model } = await readSpec(inputOf(spec, work), { name: spec.name, lenient: true });
  if (!model) throw new Error(`${spec.name} cannot be read`);
  const entrants = await loadAll(spec);
  const references = formatsOf.map((formats) => ({
    formats,
    validator: createValidator(model.document, formats === "assert" ? assertFormats : undefined),
  }));
  const names = [...model.components.keys()].filter((name) =>
    entrants.every(({ schemas }) => schemas.has(keyOf(name))),
  );
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const name of names) {
    const schema = model.components.get(name) ?? true;
    for (const document of sampleDocuments(schema, { components: model.components, runs, seed, levels: LEVELS })) {
      add("documents");
      for (const { formats, validator } of references) {
        const isValid = validator.check(name, document) === "";
        if (isValid) add(`valid, formats ${formats}`);
        for (const entrant of entrants.filter((other) => other.formats.includes(formats)))
          add(`${entrant.name}, formats ${formats}: ${judge(entrant.schemas.get(keyOf(name)), document, isValid)}`);
      }
    }
  }
  process.stdout.write(`${spec.name}: ${names.length} of ${model.components.size} components, seed ${seed}\n`);
  for (const [key, count] of [...counts].sort(([a], [b]) => a.localeCompare(b))) {
    process.stdout.write(`  ${key}: ${count}\n`);
  }
}

async function loadAll(spec: BigSpec): Promise<readonly Entrant[]> {
  const entrants: Entrant[] = [];
  // What makes everything at once makes the same schemas as what makes one kind alone.
  for (const contestant of contestants.filter(({ name }) => name !== "a2akit")) {
    const isOurs = contestant.name.startsWith("a2akit");
    // Ours is told whether formats decide; the others are held against either reading.
    for (const formats of isOurs ? formatsOf : [undefined]) {
      const schemas = await load(contestant, spec, formats);
      entrants.push({ name: contestant.name, formats: formats ? [formats] : formatsOf, schemas });
    }
  }
  return entrants;
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
  contestant: Contestant,
  spec: BigSpec,
  formats: Formats | undefined,
): Promise<ReadonlyMap<string, Schema>> {
  cpuSeconds([...contestant.generate(spec), ...(formats ? ["--formats", formats] : [])], work);
  const out = outOf(contestant, spec);
  const files = globSync(contestant.schemas, { cwd: out }).map((path) => join(out, path));
  const outfile = `${out}-${formats ?? "default"}.mjs`;
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
