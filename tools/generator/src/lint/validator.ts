import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { JsonObject } from "../json.ts";
import { messageOf } from "../message-of.ts";
import { componentRef } from "../pointer.ts";
import { explain } from "./explain.ts";
import { validatorDocument } from "./validator-document.ts";

/** Each function throws a {@link ValidatorFault} where ajv cannot judge. */
export interface Validator {
  /** Whether the document fits that component. Costs less than to say why it does not. */
  readonly accepts: (component: string, document: unknown) => boolean;
  /** What is most wrong with the document by that component; the empty string when nothing is. */
  readonly check: (component: string, document: unknown) => string;
  /** The same for a schema at a JSON pointer of the document. */
  readonly checkAt: (pointer: string, document: unknown) => string;
}

const DOCUMENT = "spec:";

/** What ajv cannot do: follow a chain of hundreds of components, or compare with a member of the document that is called `toString`. */
export class ValidatorFault extends Error {
  constructor(cause: unknown) {
    super(`ajv cannot judge it: ${messageOf(cause)}`, { cause });
  }
}

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
  ajv.addSchema({ ...Object(validatorDocument(document)), $id: DOCUMENT });
  const compiled = new Map<string, ValidateFunction>();
  /** What is wrong; undefined when nothing is. */
  const errorsAt = (pointer: string, value: unknown) => {
    try {
      const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${encodeURI(pointer)}` });
      compiled.set(pointer, validate);
      return validate(value) ? undefined : (validate.errors ?? []);
    } catch (error) {
      throw new ValidatorFault(error);
    }
  };
  const checkAt = (pointer: string, value: unknown) => explain(errorsAt(pointer, value) ?? []);
  return {
    accepts: (component, value) => errorsAt(placeOf(component), value) === undefined,
    check: (component, value) => checkAt(placeOf(component), value),
    checkAt,
  };
}

function placeOf(component: string): string {
  return componentRef(component).slice(1);
}
