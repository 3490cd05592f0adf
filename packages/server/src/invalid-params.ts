import { A2AError, type Dialect, type FieldViolation, formatPath, MAX_VIOLATIONS, reasonOf } from "@a2akit/protocol";

/** −32602 for members that are wrong; the message tells of the first. Whoever does not know the caller's spelling writes canonical paths. */
export function invalidParams(violations: readonly FieldViolation[]): A2AError {
  const [first] = violations;
  const place = first === undefined || first.field === "" ? "" : `${first.field}: `;
  return new A2AError("InvalidParams", {
    violations: violations.slice(0, MAX_VIOLATIONS),
    ...(first !== undefined && { message: `Invalid params: ${place}${first.description}` }),
  });
}

const INVALID_PARAMS = reasonOf("InvalidParams");

/**
 * An error of a method or a store, which know only canonical params, with its members as the caller spelled them in `params`;
 * `undefined`: no method was asked.
 */
export function inSpellingOf(
  params: object | undefined,
  error: A2AError,
  { paramsSpelling: spelling }: Pick<Dialect, "paramsSpelling">,
): A2AError {
  if (params === undefined || error.reason !== INVALID_PARAMS || error.violations.length === 0) return error;
  return invalidParams(
    error.violations.map(({ field, description }) => ({
      field: formatPath(stepsOf(field), { value: params, spelling }),
      description,
    })),
  );
}

/** `message.parts[0].text` → message, parts, 0, text. */
function stepsOf(field: string): PropertyKey[] {
  return (field.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
