import type { ErrorObject } from "ajv";
import { didYouMean } from "../did-you-mean.ts";
import { isObject, list, quote, strings } from "../json.ts";

/**
 * Of all that ajv says against a document, what is most to the point. A union of n branches gives at least n errors: of
 * those, a constant that no branch has is the fault; else constants only tell the branches apart, and what goes deepest
 * into the document comes from the branch that was meant. Errors need ajv's `verbose`.
 */
export function explain(errors: readonly ErrorObject[]): string {
  const union = errors.find(({ keyword }) => keyword === "oneOf" || keyword === "anyOf");
  const branches = list(union?.schema).length;
  const refused = errors.filter((error) => isConstant(error) && countAt(error, errors) >= branches);
  const others = errors.filter((error) => !isConstant(error) && error !== union);
  const [first] = union && refused.length > 0 ? refused : byDepth(others.length > 0 ? others : errors);
  if (!first) return "";
  const place = `document${first.instancePath}`;
  if (!isConstant(first)) return `${place} ${first.message}`;
  const allowed = errors.filter(({ instancePath }) => instancePath === first.instancePath).flatMap(valuesOf);
  const meant = typeof first.data === "string" ? didYouMean(first.data, strings(allowed)) : "";
  return `${place} is ${quote(first.data)}, which is not allowed there${meant}`;
}

function isConstant({ keyword }: ErrorObject): boolean {
  return keyword === "const" || keyword === "enum";
}

function countAt({ instancePath }: ErrorObject, errors: readonly ErrorObject[]): number {
  return errors.filter((error) => isConstant(error) && error.instancePath === instancePath).length;
}

/** A member that is missing, or that may not be there, is one step deeper than the object that the error is about. */
function byDepth(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const depth = ({ instancePath, params }: ErrorObject) =>
    instancePath.split("/").length + ("missingProperty" in params || "additionalProperty" in params ? 1 : 0);
  return [...errors].sort((a, b) => depth(b) - depth(a));
}

function valuesOf({ params }: ErrorObject): readonly unknown[] {
  return isObject(params)
    ? [...list(params.allowedValues), ...("allowedValue" in params ? [params.allowedValue] : [])]
    : [];
}
