import type { A2AError } from "@a2akit/client";

/** The message of an error of the protocol, with those of the members it is about that it does not name itself. */
export function describeError({ message, violations }: A2AError): string {
  const unnamed = violations.filter(({ description }) => !message.includes(description));
  return [message, ...unnamed.map(({ field, description }) => `${field}: ${description}`)].join("; ");
}
