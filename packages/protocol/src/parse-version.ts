/** `Major.Minor` of a version; a patch number does not matter (A2A §3.6). Undefined where the text is no version. */
export function parseVersion(text: string): string | undefined {
  return /^\s*(\d{1,5}\.\d{1,5})(\.\d{1,5})?\s*$/.exec(text)?.[1];
}
