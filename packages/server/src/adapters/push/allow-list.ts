import { isIP } from "node:net";
import { isListed, toList } from "./special-addresses.ts";

/** Webhook targets that are let in though they are not public. */
export interface AllowList {
  hasHost(hostname: string): boolean;
  hasAddress(address: string): boolean;
}

/**
 * @param entries addresses, ranges (`10.1.0.0/16`), host names, and `*.example.com` for every name below
 * @throws TypeError that names an entry which is none of them
 */
export function createAllowList(entries: readonly string[]): AllowList {
  const isRange = (entry: string): boolean => entry.includes("/") || isIP(entry) !== 0;
  const addresses = toList(entries.filter(isRange));
  const hosts = new Set(entries.filter((entry) => !isRange(entry)).map(toHost));

  return {
    hasHost(hostname) {
      const labels = hostname.replace(/\.$/, "").split(".");
      const parents = labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join(".")}`);
      return [labels.join("."), ...parents].some((name) => hosts.has(name));
    },
    hasAddress: (address) => isListed(addresses, address),
  };
}

/** As a URL would have it, so that `Example.COM` and `example.com` are the same. */
function toHost(entry: string): string {
  const [, wildcard = "", name = ""] = /^(\*\.)?(.*)$/s.exec(entry) ?? [];
  const url = `http://${name}/`;
  if (!/^[^/?#@:\\\s*]+$/.test(name) || !URL.canParse(url)) throw new TypeError(`${entry} is no host name`);
  return wildcard + new URL(url).hostname;
}
