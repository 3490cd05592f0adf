import { type A2AError, type Dialect, errorResponse, type RequestId } from "@a2akit/protocol";
import type { JsonOutcome } from "../call-context.ts";
import { httpStatusOf } from "../http-errors.ts";

export const JSON_HEADERS = { "content-type": "application/json" };

/** The outcome of an error, in the words and with the status of the dialect. */
export function errorOutcome(
  error: A2AError,
  { dialect, id = null }: { readonly dialect: Dialect; readonly id?: RequestId },
): JsonOutcome {
  return { kind: "json", status: httpStatusOf(error, dialect), headers: JSON_HEADERS, body: errorResponse(id, error) };
}
