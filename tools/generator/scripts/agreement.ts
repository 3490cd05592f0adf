/** zod against ajv on at least 100,000 documents: `node tools/generator/scripts/agreement.ts [documents] [seed] [mini]`. */
import { fileURLToPath } from "node:url";
import { compareWithAjv } from "../src/agreement/agreement.ts";
import { readAll } from "../src/agreement/read-all.ts";

const MIN_DOCUMENTS = 100_000;

const wanted = Number(process.argv[2] ?? MIN_DOCUMENTS);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const mini = process.argv[4] === "mini";
const models = await readAll(fileURLToPath(new URL("../../..", import.meta.url)));
const components = models.reduce((sum, { components }) => sum + components.size, 0);
const runs = Math.ceil(wanted / components / 2);
const { documents, valid, disagreements } = await compareWithAjv(models, {
  runs,
  seed,
  zod: mini ? "zod/mini" : "zod",
});

for (const { spec, component, formats, kind, document, detail } of disagreements.slice(0, 20)) {
  process.stdout.write(
    `${kind}: ${spec} ${component}, formats ${formats}\n  ${JSON.stringify(document)}\n  ${detail.slice(0, 300)}\n`,
  );
}
process.stdout.write(
  `${documents} documents (${valid} valid) over ${components} components, formats annotated and asserted, seed ${seed}: ${disagreements.length} disagreements\n`,
);
process.exitCode = disagreements.length > 0 ? 1 : 0;
