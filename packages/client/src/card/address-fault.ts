import { isPrivate } from "./private-host.ts";

/** What can be asked: `fetch` takes no URL with user and password. */
export const HTTP_URL = "http(s) URL without user and password";

export function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:\/\/[^/@]+\//.test(new URL(url).href);
}

/**
 * Why an address that somebody else names is not asked; undefined where it may be.
 *
 * @param isGuarded whether private networks are out of bounds
 */
export function addressFault(url: string, isGuarded: boolean): string | undefined {
  if (!isHttp(url)) return `no ${HTTP_URL}`;
  return isGuarded && isPrivate(url) ? "in a private network: see allowPrivateHosts" : undefined;
}
