const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i;

/**
 * The URL that an agent is referred to by. A host without a scheme is https, or http when it is a loopback one.
 *
 * @throws TypeError when the reference is no http or https URL.
 */
export function readReference(reference: string): URL {
  const text = reference.trim();
  const withScheme = HAS_SCHEME.test(text) ? text : `${LOOPBACK.test(text) ? "http" : "https"}://${text}`;
  if (!URL.canParse(withScheme)) throw new TypeError(`Not a host or URL: ${text}`);
  const url = new URL(withScheme);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new TypeError(`Not an http or https URL: ${text}`);
  return url;
}
