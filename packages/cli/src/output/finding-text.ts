import type { Finding } from "@a2akit/generator";

/** What the generator found, on one line: place, what is wrong, rule and hint. */
export function findingText({ file, line, column, pointer, rule, message, hint }: Finding): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  return `${[place, pointer].filter(Boolean).join(" ")}: ${message} (${rule}: ${hint})`;
}
