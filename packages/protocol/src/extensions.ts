/** Name of the header that lists the extensions a client asks for, and the ones a server applied (A2A §4.6, §9.2). */
export const EXTENSIONS_HEADER = "A2A-Extensions";

/** The URIs in an A2A-Extensions header, in order, each once; a header that was repeated comes in joined by commas. */
export function parseExtensions(header: string | null | undefined): string[] {
  const uris = (header ?? "").split(",").map((uri) => uri.trim());
  return [...new Set(uris.filter((uri) => uri !== ""))];
}

export function formatExtensions(uris: Iterable<string>): string {
  return [...new Set(uris)].join(", ");
}
