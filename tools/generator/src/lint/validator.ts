import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { JsonObject } from "../json.ts";
import { upgradeDeep } from "../normalize/upgrade.ts";
import { componentRef } from "../pointer.ts";
import { explain } from "./explain.ts";

export interface Validator {
  /** Whether the document fits that component. Costs less than to say why it does not. */
  readonly accepts: (component: string, document: unknown) => boolean;
  /** What is most wrong with the document by that component; the empty string when nothing is. */
  readonly check: (component: string, document: unknown) => string;
  /** The same for a schema at a JSON pointer of the document. */
  readonly checkAt: (pointer: string, document: unknown) => string;
}

const DOCUMENT = "spec:";

/** Validates against the schemas as they stand in the document (JSON Schema 2020-12), with formats as annotations. */
export function createValidator(document: JsonObject, prepare: (ajv: Ajv2020) => void = () => {}): Validator {
  const ajv = new Ajv2020({
    strict: false,
    // The normalizer checks the keywords; compiling the meta-schema would cost more than all the rest.
    meta: false,
    validateSchema: false,
    code: { optimize: false },
    validateFormats: false,
    logger: false,
    inlineRefs: false,
    ownProperties: true,
    verbose: true,
  });
  prepare(ajv);
  ajv.addSchema({ ...Object(upgradeDeep(document)), $id: DOCUMENT });
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${encodeURI(pointer)}` });
    compiled.set(pointer, validate);
    return validate;
  };
  const checkAt = (pointer: string, value: unknown) => {
    const validate = validatorAt(pointer);
    return validate(value) ? "" : explain(validate.errors ?? []);
  };
  return {
    accepts: (component, value) => validatorAt(placeOf(component))(value),
    check: (component, value) => checkAt(placeOf(component), value),
    checkAt,
  };
}

function placeOf(component: string): string {
  return componentRef(component).slice(1);
}
