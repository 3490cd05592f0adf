import { HTTP_URL, isHttp } from "./address-fault.ts";

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i;

/**
 * The URL that an agent is referred to by. A host without a scheme is https, or http when it is a loopback one.
 *
 * @throws TypeError when the reference is no http or https URL, or has user and password, which are not repeated.
 */
export function readReference(reference: string): URL {
  const text = reference.trim();
  const withScheme = HAS_SCHEME.test(text) ? text : `${LOOPBACK.test(text) ? "http" : "https"}://${text}`;
  if (isHttp(withScheme)) return new URL(withScheme);
  throw new TypeError(`Not a host or an ${HTTP_URL}: ${text.replace(/^.*@/s, "…@")}`);
}
