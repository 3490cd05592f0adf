import type { A2AError } from "@a2akit/client";

/** The message of an error of the protocol, with the members that it is about. */
export function describe(error: A2AError): string {
  const violations = error.violations.map(({ field, description }) => `${field}: ${description}`);
  return [error.message, ...violations].join("; ");
}
