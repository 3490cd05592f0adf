import type { Dialect } from "@a2akit/protocol";

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i;

/**
 * Where the Agent Card of a reference may be, in the order to try (A2A §8.2).
 *
 * A URL whose path ends in `/` (or is empty) is a base URL, to which the card paths of the dialects are appended; any other URL is the card itself.
 * A host without a scheme is https, or http when it is a loopback one.
 *
 * @throws TypeError when the reference is no http or https URL.
 */
export function cardUrls(reference: string | URL, dialects: readonly Pick<Dialect, "cardPath">[]): string[] {
  const text = String(reference).trim();
  const withScheme = HAS_SCHEME.test(text) ? text : `${LOOPBACK.test(text) ? "http" : "https"}://${text}`;
  if (!URL.canParse(withScheme)) throw new TypeError(`Not a host or URL: ${text}`);
  const url = new URL(withScheme);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new TypeError(`Not an http or https URL: ${text}`);
  if (!url.pathname.endsWith("/")) return [url.href];
  const paths = new Set(dialects.map((dialect) => dialect.cardPath.slice(1)));
  return [...paths].map((path) => new URL(path, url).href);
}
