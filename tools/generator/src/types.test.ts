import { beforeAll, expect, test } from "vitest";
import { emitAssignability } from "./emit/assignability.ts";
import { emitSchemas } from "./emit/schemas.ts";
import { emitTypes } from "./emit/types.ts";
import { generate } from "./generate.ts";
import { emitHelpers } from "./helpers.ts";
import { keywordInputs } from "./testing/keyword-inputs.ts";
import { madeUp, madeUpUses } from "./testing/made-up.ts";
import { partDocument, partUses } from "./testing/part.ts";
import { readSmall, withComponents, withFiles } from "./testing/read-text.ts";
import { recursiveInputs } from "./testing/recursive-inputs.ts";
import { repositoryWith } from "./testing/repository.ts";
import { smallInputs } from "./testing/small-inputs.ts";
import { typeCheck } from "./testing/type-check.ts";
import { unevaluatedInputs } from "./testing/unevaluated-inputs.ts";

/** For the TypeScript compiler on a busy machine, in ms. */
const COMPILER_TIMEOUT = 120_000;

type Files = Readonly<Record<string, string>>;

const helpers: Files = { "zod/json-schema.ts": emitHelpers(), "mini/json-schema.ts": emitHelpers("zod/mini") };

/** Types and both kinds of schemas of one document, with the proof that they say the same. */
async function emitAll(name: string, document: object, uses: string): Promise<Files> {
  const { model: read, findings } = await readSmall({ document });
  expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  if (!read) throw new Error(`${name} was not read`);
  const model = { ...read, name };
  return {
    [`types/${name}.ts`]: await emitTypes(model),
    [`zod/${name}.ts`]: await emitSchemas(model),
    [`zod/${name}.test-d.ts`]: emitAssignability(model, `../types/${name}.ts`),
    [`mini/${name}.ts`]: await emitSchemas(model, { zod: "zod/mini" }),
    [`mini/${name}.test-d.ts`]: emitAssignability(model, `../types/${name}.ts`),
    [`${name}.ts`]: uses,
  };
}

let part: Files;
let specs: Files;

beforeAll(async () => {
  part = await emitAll("part", partDocument, partUses);
  specs = await emitSpecs();
});

// All in one program: TypeScript reads its library and the types of zod once.
test(
  "C06 (a, e): what is generated compiles, its types and schemas say the same, and it refuses what it should",
  async () => {
    const small = [...smallInputs, ...recursiveInputs, ...keywordInputs, ...unevaluatedInputs].map(
      ({ given, types = "" }, i) => {
        const uses = `import type * as T from "./types/small-${i}.ts";\n${types}\nexport type Used = T.Method;`;
        return emitAll(`small-${i}`, withComponents(given), uses);
      },
    );
    const files = Object.assign({}, helpers, part, ...(await Promise.all(small)), specs);
    expect(typeCheck(files)).toEqual([]);
  },
  COMPILER_TIMEOUT,
);

test(
  "C06 (e): it compiles for a bundler, and types and schemas say the same without exactOptionalPropertyTypes",
  () => {
    // zod/mini differs from zod in nothing that the way of resolving modules could change.
    const files = Object.entries({ ...helpers, ...part, ...specs }).filter(([path]) => !path.startsWith("mini/"));
    expect(typeCheck(Object.fromEntries(files), "bundled")).toEqual([]);
  },
  COMPILER_TIMEOUT,
);

test(
  "the compiler sees what is wrong, and says where",
  () => {
    expect(
      typeCheck({ "types/part.ts": part["types/part.ts"] ?? "", "part.ts": `${partUses}export const no: T.Part = 1;` }),
    ).toEqual([expect.stringMatching(/^part\.ts:\d+ Type 'number' is not assignable to type/)]);
  },
  COMPILER_TIMEOUT,
);

/** All specs of this repository, and a vendor that takes types and schemas from the canonical one. */
async function emitSpecs(): Promise<Files> {
  const repository = await repositoryWith({ name: "made-up", document: madeUp });
  const { files, specs: found } = await withFiles(repository, (root) => generate({ root }));
  const places = found.flatMap(({ name }) => [
    [`types/${name}.ts`, `packages/types/src/gen/${name}.ts`] as const,
    [`zod/${name}.ts`, `packages/schemas/src/gen/${name}.ts`] as const,
    [`zod/${name}.test-d.ts`, `packages/schemas/src/gen/${name}.test-d.ts`] as const,
  ]);
  const texts = places.map(([place, path]) => [place, inFolder(files.get(path) ?? `${path} was not generated`)]);
  return { ...Object.fromEntries(texts), "made-up.ts": madeUpUses };
}

/** The packages are folders here. */
function inFolder(text: string): string {
  return text.replaceAll(/"@a2akit\/types(?:\/([\w-]+))?"/g, (_, name = "a2a") => `"../types/${name}.ts"`);
}
