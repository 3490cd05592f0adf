import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IPv4 ranges that are not the public internet (the IANA special-purpose registry, and a cloud's metadata address). */
const SPECIAL_IPV4: Readonly<Record<string, readonly string[]>> = {
  "unspecified or this network": ["0.0.0.0/8"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
  "carrier-grade NAT": ["100.64.0.0/10"],
  loopback: ["127.0.0.0/8"],
  "link-local or metadata": ["169.254.0.0/16", "168.63.129.16/32"],
  "protocol assignment": ["192.0.0.0/24"],
  "6to4 relay": ["192.88.99.0/24"],
  documentation: ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"],
  benchmark: ["198.18.0.0/15"],
  multicast: ["224.0.0.0/4"],
  "broadcast or reserved": ["240.0.0.0/4"],
};

/** Of IPv6 only 2000::/3 is public; the ranges outside are listed for their names. */
const SPECIAL_IPV6: Readonly<Record<string, readonly string[]>> = {
  "unspecified, loopback or IPv4-compatible": ["::/96"],
  "IPv4-mapped or -translated": ["::ffff:0:0/96", "::ffff:0:0:0/96"],
  "local NAT64": ["64:ff9b:1::/48"],
  discard: ["100::/64"],
  "unique local": ["fc00::/7"],
  "link-local": ["fe80::/10"],
  "site-local": ["fec0::/10"],
  multicast: ["ff00::/8"],
  "Teredo or protocol assignment": ["2001::/23"],
  documentation: ["2001:db8::/32", "3fff::/20"],
  "6to4": ["2002::/16"],
};

const ipv4 = toLists(SPECIAL_IPV4);
const ipv6 = toLists(SPECIAL_IPV6);
const publicIpv6 = toList(["2000::/3"]);
const nat64 = toList(["64:ff9b::/96"]);

/** What an IP address is, unless it is one of the public internet. Anything else than an address is refused, too. */
export function specialRange(address: string): string | undefined {
  if (isIPv4(address)) return nameIn(ipv4, address, "ipv4");
  // An address with a zone belongs to a link.
  if (!isIPv6(address) || address.includes("%")) return "not a public address";
  // NAT64 is how a host without IPv4 reaches a public IPv4 address (RFC 6052).
  if (nat64.check(address, "ipv6")) return specialRange(embeddedIpv4(address));
  return nameIn(ipv6, address, "ipv6") ?? (publicIpv6.check(address, "ipv6") ? undefined : "reserved");
}

/** Whether a list has an address; one of IPv4 also stands for the same in IPv6. */
export function isListed(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}

/**
 * A list of addresses and ranges (CIDR).
 * @throws TypeError that names what is neither
 */
export function toList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix, ...more] = range.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    const bits = family === "ipv4" ? 32 : 128;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : bits + 1;
    const isAddress = (isIPv4(address) || isIPv6(address)) && !address.includes("%");
    if (!isAddress || length > bits || more.length > 0) throw new TypeError(`${range} is no address range`);
    list.addSubnet(address, length, family);
  }
  return list;
}

type Named = readonly (readonly [name: string, list: BlockList])[];

function toLists(table: Readonly<Record<string, readonly string[]>>): Named {
  return Object.entries(table).map(([name, ranges]) => [name, toList(ranges)]);
}

function nameIn(lists: Named, address: string, family: "ipv4" | "ipv6"): string | undefined {
  return lists.find(([, list]) => list.check(address, family))?.[0];
}

/** The last 32 bits of a NAT64 address, which a URL writes as up to two hexadecimal groups after `64:ff9b::`. */
function embeddedIpv4(address: string): string {
  const [, tail = ""] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const groups = tail.split(":").map((group) => Number.parseInt(group || "0", 16));
  const [low = 0, high = 0] = groups.reverse();
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
