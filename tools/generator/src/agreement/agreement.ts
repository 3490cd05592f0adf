import { CANONICAL } from "../canonical.ts";
import { emitSchemas, type SchemasOptions } from "../emit/schemas.ts";
import type { ZodModule } from "../helpers.ts";
import { sameJson } from "../json.ts";
import { assertFormats } from "../lint/assert-formats.ts";
import { createValidator } from "../lint/validator.ts";
import type { Model } from "../model/model.ts";
import { loadSchemas, schemaOf } from "./load-schemas.ts";
import { sampleDocuments } from "./sample-documents.ts";

export interface AgreementOptions {
  /** Documents per component and per setting of `formats`. */
  readonly runs: number;
  readonly seed: number;
  /** Which zod the schemas are made of; `zod` when absent. */
  readonly zod?: ZodModule;
  /** Documents that ajv is not asked about, since it is known to be wrong about them. */
  readonly skip?: (document: unknown) => boolean;
}

interface Disagreement {
  readonly spec: string;
  readonly component: string;
  readonly formats: "annotate" | "assert";
  readonly kind: "false reject" | "false accept" | "changed value";
  readonly document: unknown;
  readonly detail: string;
}

export interface Agreement {
  readonly documents: number;
  /** How many of them the reference accepts. */
  readonly valid: number;
  readonly disagreements: readonly Disagreement[];
}

/** Compares the emitted zod schemas with ajv over documents that fit, nearly fit, or do not. */
export async function compareWithAjv(models: readonly Model[], options: AgreementOptions): Promise<Agreement> {
  const results: Agreement[] = [];
  for (const formats of ["annotate", "assert"] as const) {
    const canonical = models.find(({ name }) => name === CANONICAL);
    const emit = (model: Model) => emitSchemas(model, { formats, ...(options.zod && { zod: options.zod }) });
    const others = canonical ? { "./a2a.ts": loadSchemas(await emit(canonical)) } : {};
    for (const model of models)
      results.push(compareModel(model, loadSchemas(await emit(model), others), formats, options));
  }
  return {
    documents: results.reduce((sum, { documents }) => sum + documents, 0),
    valid: results.reduce((sum, { valid }) => sum + valid, 0),
    disagreements: results.flatMap(({ disagreements }) => disagreements),
  };
}

function compareModel(
  model: Model,
  schemas: Readonly<Record<string, unknown>>,
  formats: NonNullable<SchemasOptions["formats"]>,
  { runs, seed, skip = () => false }: AgreementOptions,
): Agreement {
  const validator = createValidator(model.document, formats === "assert" ? assertFormats : undefined);
  const disagreements: Disagreement[] = [];
  let documents = 0;
  let valid = 0;
  for (const [component, schema] of model.components) {
    const zod = schemaOf(schemas, model.names.schema(component));
    for (const document of sampleDocuments(schema, { components: model.components, runs, seed })) {
      if (skip(document)) continue;
      const wrong = validator.check(component, document);
      const result = zod.safeParse(document);
      documents++;
      if (wrong === "") valid++;
      const kind = judge(wrong === "", result, document);
      if (kind)
        disagreements.push({
          spec: model.name,
          component,
          formats,
          kind,
          document,
          detail: wrong || String(result.error),
        });
    }
  }
  return { documents, valid, disagreements };
}

function judge(
  isValid: boolean,
  result: { success: boolean; data?: unknown },
  document: unknown,
): Disagreement["kind"] | undefined {
  if (isValid !== result.success) return isValid ? "false reject" : "false accept";
  return result.success && !sameJson(result.data, document) ? "changed value" : undefined;
}
